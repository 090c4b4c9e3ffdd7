const NO_TLS_PAIR = [
  '--tls-cert and --tls-key are not a certificate and its private key',
  'openssl x509 -in CERT -noout -subject   shows whether the first one is a certificate',
] as const;
/** By OpenSSL's code. */
const TLS_PROBLEMS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: [
    'the private key in --tls-key does not belong to the certificate in --tls-cert',
    'give the two that were made together; renewed ones may lie in another folder',
  ],
  ERR_OSSL_BAD_DECRYPT: [
    'the private key in --tls-key has a passphrase, which a service cannot be asked for',
    'openssl pkey -in KEY -out NEW_KEY   writes it without one; let this user alone read it',
  ],
};

/** Why a certificate and a key cannot be used, and what to do; undefined for a code that is not OpenSSL's. */
export const tlsProblem = (code: string) =>
  code.startsWith('ERR_OSSL') ? (TLS_PROBLEMS[code] ?? NO_TLS_PAIR) : undefined;
