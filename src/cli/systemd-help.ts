/**
 * A unit as in docs/deploy/recon.service, without the finer walls; `recon help systemd` prints it, to be written as a file.
 * systemd looks for a bare name in few folders, so node and the program are given by their paths.
 */
export const systemdUnit = (
  node: string,
  program: string,
): string => `# The unit of systemd that runs recon from the start of the machine.
# For all users, install recon and make its own one; then write this file:
#   sudo npm install --global FILE.tgz
#   sudo useradd --system --home-dir /var/lib/recon recon
#   recon help systemd | sudo tee /etc/systemd/system/recon.service
# Start it, now and with each start of the machine:
#   sudo systemctl enable --now recon
# Log: sudo journalctl -u recon (-f for new lines as they come)
# Accounts: sudo -H -u recon recon accounts add dr-silva
# Flags of yours stand in /etc/recon/recon.env, such as for nginx before it:
#   RECON_OPTIONS=--behind-proxy loopback --public-url https://HOST
# then sudo systemctl restart recon. Lines for nginx: recon serve --help
# A backup each night: recon backup --help

[Unit]
Description=recon: patient records and 3D models
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=exec
User=recon
EnvironmentFile=-/etc/recon/recon.env
Environment=HOME=%S/recon
# The service sees nothing of /home, /root, /tmp and /var/tmp: node and recon
# lie elsewhere.
ExecStart=${word(node)} ${word(program)} \\
  serve --data %S/recon/data $RECON_OPTIONS
StateDirectory=recon
StateDirectoryMode=0700
UMask=0077
KillMode=mixed
TimeoutStopSec=30
Restart=on-failure
RestartSec=5
# Exit 2 and 12 name what a person has to put right first.
RestartPreventExitStatus=2 12
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes

[Install]
WantedBy=multi-user.target
`;

/** Of a user's own folder, or one for a short time: `ProtectHome` and `PrivateTmp` hide them from the service. */
export const hiddenPath = (path: string): boolean => /^\/(home|root|run\/user|tmp|var\/tmp)\//.test(path);

/** A path as a word of a unit, where % and $ have a meaning. */
function word(path: string): string {
  const plain = path.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /[\s"'\\]/.test(plain) ? JSON.stringify(plain) : plain;
}
