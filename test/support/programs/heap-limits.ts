import { setFlagsFromString } from 'node:v8';

// As bin/recon.js has them for `serve`; imported first, so that they are set before the rest is loaded.
for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=80']) setFlagsFromString(flag);
