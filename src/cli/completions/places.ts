/** What only this machine knows; the scripts ask `recon __complete` for it. */
export type KnownKind = 'patient' | 'patient-id' | 'profile' | 'account' | 'surgeon' | 'change';
