import { containersOf, type Manifest, ofKind } from './render.ts';
import type { ComposeFile } from './sources.ts';

/** How an overlay would lose the erasure journal or keep identity from writing it, a sentence each. */
export function journalFaultsOf(manifests: readonly Manifest[]): string[] {
  const identity = ofKind(manifests, 'Deployment').find(({ metadata }) => metadata.name === 'identity');
  const container = identity && containersOf(identity)[0];
  const directory = container?.env?.find(({ name }) => name === 'ERASURE_JOURNAL')?.value;
  if (!identity || !container || !directory) return ['identity has no ERASURE_JOURNAL'];
  const mount = container.volumeMounts?.find(({ mountPath }) => holds(mountPath, directory));
  if (!mount) return [`${directory} is no mount of identity`];
  const { volumes, securityContext } = identity.spec.template.spec;
  const claimName = volumes?.find(({ name }) => name === mount.name)?.persistentVolumeClaim?.claimName;
  const claim = ofKind(manifests, 'PersistentVolumeClaim').find(({ metadata }) => metadata.name === claimName);
  if (!claim) return [`${directory} is no claimed volume: it goes with its pod`];

  const modes = claim.spec['accessModes'] as string[];
  const shared = (identity.spec.replicas ?? 1) > 1;
  const others = ofKind(manifests, 'Deployment', 'StatefulSet', 'Job').filter(
    (workload) => workload !== identity && claimsOf(workload).includes(claim.metadata.name),
  );
  return [
    ...(shared && !modes.includes('ReadWriteMany') ? ['several replicas cannot all write to it'] : []),
    ...(mount.readOnly ? ['it is mounted for reading only'] : []),
    ...(securityContext?.fsGroup !== securityContext?.runAsGroup ? ['the group of identity does not own the volume'] : []),
    ...others.map(({ metadata }) => `${metadata.name} uses the same volume`),
  ];
}

/** The same for docker-compose.yml, whose new volumes take their owner from the image of `dockerfile`. */
export function journalFaultsOfCompose({ services, volumes }: ComposeFile, dockerfile: string): string[] {
  const directory = services['identity']?.environment?.['ERASURE_JOURNAL'];
  if (!directory) return ['identity has no ERASURE_JOURNAL'];
  const mounts = services['identity']?.volumes?.map((volume) => volume.split(':')) ?? [];
  const [volume, path] = mounts.find(([, mountPath = '']) => holds(mountPath, directory)) ?? [];
  if (volume === undefined || path === undefined) return [`${directory} is no mount of identity`];
  const others = Object.entries(services).filter(
    ([name, service]) => name !== 'identity' && service.volumes?.some((other) => other.split(':')[0] === volume),
  );
  const beforeUser = dockerfile.slice(0, dockerfile.lastIndexOf('USER 1000:1000\n'));
  return [
    ...(volume in volumes ? [] : [`${volume} is no named volume`]),
    ...others.map(([name]) => `${name} uses the same volume`),
    ...(beforeUser.includes(`RUN install -d -o 1000 -g 1000 -m 700 ${path}\n`) ? [] : ['the image does not give the folder to its user']),
  ];
}

function holds(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The claims that a workload mounts by name. */
function claimsOf({ spec }: Manifest): string[] {
  return spec.template.spec.volumes?.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []) ?? [];
}
