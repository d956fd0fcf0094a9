import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of the test files: those of the promises start whole deployments and take longest, so they come first, and at the end no worker is
 * left alone with one. By itself vitest goes by how long a file took before, which a fresh clone does not know, and else by its size.
 */
export default class DeploymentsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isDeployment = ({ moduleId }: TestSpecification) => moduleId.includes('/verify/');
    return [...sorted.filter(isDeployment), ...sorted.filter((file) => !isDeployment(file))];
  }
}
