import { setFlagsFromString } from 'node:v8';

// As bin/recon.js has it for `serve`; imported first, so that it is set before the rest is loaded.
setFlagsFromString('--semi-space-growth-factor=1');
