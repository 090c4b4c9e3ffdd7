/** Why `recon serve` is proposed for a service that does not answer. */
export const STARTS_HERE = 'which starts the service on this machine';
/** What follows where nobody knows in which folder its data are. */
export const PERHAPS_ELSEWHERE = '; with the --data of before, if there was one';
