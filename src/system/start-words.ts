/** Why `recon serve` is proposed for a service that does not answer. */
export const STARTS_HERE = 'which starts the service on this machine';
/** What follows where nobody knows in which folder its data are. */
export const PERHAPS_ELSEWHERE = '; with the --data of before, if there was one';
/** The same of a service with https: without its certificate another one would begin. */
export const WITH_CERTIFICATE = '; with the --tls-cert and --tls-key of before, and its --data if there was one';
