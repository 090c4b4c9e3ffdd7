// Loaded before the program: gives it the module named by RECON_TEST_KEYRING for the keyring of the operating system.
const Module = require('node:module');

const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) =>
  request === '@napi-rs/keyring' ? process.env.RECON_TEST_KEYRING : resolve.call(Module, request, ...rest);
