/** Where a setting for more than one user stands. */
export const ALL_USERS =
  'Settings are of one user. For all users of a machine, variables can stand in /etc/environment: RECON_BASE_URL, RECON_CLINIC, RECON_LANGUAGE, RECON_TIMEOUT, RECON_WAIT_TIMEOUT and NO_COLOR; they go before a user’s settings. The certificates of NODE_EXTRA_CA_CERTS are trusted beside those of a user’s ca-file. The other settings have no variable.';
