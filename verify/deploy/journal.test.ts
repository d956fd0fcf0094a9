import { describe, expect, test } from 'vitest';
import { journalFaultsOf, journalFaultsOfCompose } from './journal.ts';
import { containersOf, type Manifest, ofKind, overlays, render, renderer } from './render.ts';
import { type ComposeFile, composeFile, textOf } from './sources.ts';

const program = renderer();
const title = 'the erasure journal in a cluster';

(program ? describe : describe.skip)(program ? title : `${title} [skipped: neither kubectl nor kustomize is on this machine]`, () => {
  const prod = program ? render(program, 'prod') : [];

  test.each(overlays.filter((overlay) => overlay !== 'ai-workers'))(
    'has a volume of its own that identity can write to: overlay %s',
    (overlay) => {
      expect(journalFaultsOf(render(program ?? [], overlay))).toEqual([]);
    },
  );

  const broken: [string, string, (identity: Manifest, all: Manifest[]) => void][] = [
    ['no setting', 'no ERASURE_JOURNAL', (identity) => (containersOf(identity)[0]!.env = [])],
    ['no mount', 'is no mount', (identity) => (containersOf(identity)[0]!.volumeMounts = [])],
    ['a folder of the pod', 'goes with its pod', (identity) => (identity.spec.template.spec.volumes = [{ name: 'erasures' }])],
    ['no claim', 'goes with its pod', (_, all) => (all.find(({ kind }) => kind === 'PersistentVolumeClaim')!.metadata.name = 'another')],
    [
      'a volume for one writer',
      'cannot all write',
      (_, all) => (ofKind(all, 'PersistentVolumeClaim')[0]!.spec['accessModes'] = ['ReadWriteOnce']),
    ],
    ['a read-only mount', 'for reading only', (identity) => (containersOf(identity)[0]!.volumeMounts![0]!.readOnly = true)],
    ['a volume of root', 'does not own', (identity) => delete identity.spec.template.spec.securityContext?.fsGroup],
    [
      'another user',
      'stay uses',
      (identity, all) => (deployment(all, 'stay').spec.template.spec.volumes = identity.spec.template.spec.volumes!),
    ],
  ];
  test.each(broken)('is found to be lost: %s', (_, fault, breaks) => {
    const manifests = structuredClone(prod);
    breaks(deployment(manifests, 'identity'), manifests);
    expect(journalFaultsOf(manifests)).toEqual([expect.stringContaining(fault)]);
  });
});

describe('the erasure journal in docker-compose.yml', () => {
  const dockerfile = textOf('Dockerfile');

  test('has a volume of its own that identity can write to', () => {
    expect(journalFaultsOfCompose(composeFile(), dockerfile)).toEqual([]);
  });

  const broken: [string, string, (file: ComposeFile) => void][] = [
    ['no setting', 'no ERASURE_JOURNAL', ({ services }) => delete services['identity']!.environment!['ERASURE_JOURNAL']],
    ['no mount', 'is no mount', ({ services }) => delete services['identity']!.volumes],
    ['an undeclared volume', 'no named volume', ({ volumes }) => delete volumes['erasures']],
    ['the volume of the database', 'postgres uses', (file) => (file.services['postgres']!.volumes = file.services['identity']!.volumes!)],
  ];
  test.each(broken)('is found to be lost: %s', (_, fault, breaks) => {
    const file = composeFile();
    breaks(file);
    expect(journalFaultsOfCompose(file, dockerfile)).toEqual([expect.stringContaining(fault)]);
  });

  test('is found to be lost: an image whose folder belongs to root', () => {
    expect(journalFaultsOfCompose(composeFile(), dockerfile.replaceAll('-o 1000 -g 1000 ', ''))).toEqual([
      'the image does not give the folder to its user',
    ]);
  });
});

function deployment(manifests: readonly Manifest[], name: string): Manifest {
  const found = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`there is no Deployment ${name}`);
  return found;
}
