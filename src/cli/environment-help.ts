/** The environment variables that are read, in words; `recon help environment` prints them. A flag goes before each. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  RECON_BASE_URL: 'the address of the service, as --base-url',
  RECON_TOKEN_FILE: 'a file with the access token; it goes before RECON_TOKEN',
  RECON_TOKEN: 'the access token itself',
  RECON_PROFILE: 'the profile to use, as --profile',
  RECON_TIMEOUT: 'how long a request may be silent, as --timeout',
  RECON_WAIT_TIMEOUT: 'how long to wait for 3D models, as --wait-timeout',
  RECON_CLINIC: 'the clinic’s name on cards and printed pages, as the setting clinic',
  RECON_LANGUAGE: 'the language of cards for patients, as the setting language',
  RECON_NO_INPUT: 'any text: never ask, as --no-input',
  RECON_SERVE_DATABASE: 'for a service of your own: the database, as --database, with its password out of sight',
  RECON_SERVE_BLOBS: 'for a service of your own: the bucket of photos and models, as --blobs',
  AWS_ACCESS_KEY_ID:
    'for a bucket (--blobs, a backup in s3://…): its key, with AWS_SECRET_ACCESS_KEY; none for a limited time',
  AWS_ENDPOINT_URL_S3: 'for a bucket that is not at Amazon: the address of its server; AWS_REGION for one that is',
  HTTPS_PROXY: 'the proxy between here and the service; NO_PROXY names hosts without one',
  NODE_EXTRA_CA_CERTS:
    'a file (PEM) with more certificates to trust, such as that of a clinic’s own signer (CA) or proxy; the setting ca-file keeps one in a profile',
  PAGER: 'the program that shows long lists and helps on a terminal, such as less',
  NO_COLOR: 'any text: no colours',
  FORCE_COLOR: '1: colours also without a terminal, in messages and tables (-o table); 0: none',
  ACCESSIBLE: '1: plain lines for screen readers, without boxes, spinners and lists to move in',
  XDG_CONFIG_HOME: 'where settings are kept; data and journals are in XDG_DATA_HOME and XDG_STATE_HOME',
};

/** For whoever hears or feels what others see; `recon help screen-reader` prints it. */
export const SCREEN_READER: readonly (readonly [name: string, ...texts: string[]])[] = [
  [
    'ACCESSIBLE=1',
    'in the environment: plain lines, without boxes, spinners and lists to move in; answers are numbered',
    'for one command, in bash and zsh: typed before it, with a space',
    'for good: export ACCESSIBLE=1 in the settings of the shell; on Windows once setx ACCESSIBLE 1',
  ],
  ['TERM=dumb', 'does the same'],
  ['NO_COLOR=1', 'no colours; nothing is ever said by a colour alone'],
  ['--no-pager', 'of recon list: all of a list at once, without the program of $PAGER'],
];
