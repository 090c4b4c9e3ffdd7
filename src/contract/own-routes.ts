import type { ReconstructionType } from './reconstruction.ts';

/**
 * The operations of our own service beside the interface (docs/interface.md §7). Every answer of it names them in
 * `Recon-Routes`; a client never asks for one that is not named there.
 */
export const OWN_ROUTES = ['accept', 'give-back', 'size', 'surgeons'] as const;

/** Their paths, apart from those of the interface. */
export const ownPaths = {
  patient: (id: string) => `/recon/patients/${encodeURIComponent(id)}`,
  accepted: (id: string, type: ReconstructionType) => `${ownPaths.patient(id)}/accepted/${type}`,
  giveBack: (id: string) => `${ownPaths.patient(id)}/give-back`,
  surgeons: () => '/recon/surgeons',
};

/** The accounts that patients of the asking one can be transferred to. */
export interface SurgeonsAnswer {
  surgeons: { id: number; name: string }[];
}
