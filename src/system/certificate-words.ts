/** Of a certificate that no signer whom phones know has signed. A phrase that follows the certificate. */
export const UNKNOWN_TO_PHONES =
  'is signed by no public authority (CA): phones of patients do not trust it, and open no link';

/** What a service needs for links that phones open. */
export const FOR_PHONES =
  'a certificate of a public authority, or a proxy before the service that gets one, such as Caddy';
