#!/usr/bin/env node
import { main } from '../dist/recon.js';

// The exit code is set, never forced: process.exit would cut what a slow pipe has not read yet.
process.exitCode = await main(process);
