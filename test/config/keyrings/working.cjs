// A keyring as a desktop would have it. Copied into a test's own folder, it keeps its secrets there.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const path = join(__dirname, 'secrets.json');
const load = () => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

exports.Entry = class {
  constructor(service, account) {
    this.name = `${service}: ${account}`;
  }
  getPassword() {
    return load()[this.name] ?? null;
  }
  setPassword(password) {
    writeFileSync(path, JSON.stringify({ ...load(), [this.name]: password }));
  }
  deletePassword() {
    const { [this.name]: found, ...others } = load();
    writeFileSync(path, JSON.stringify(others));
    return found !== undefined;
  }
};
