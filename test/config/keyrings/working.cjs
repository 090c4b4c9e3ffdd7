// A keyring as a desktop would have it. Copied into a test's own folder, it keeps its secrets there.
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const path = join(__dirname, 'secrets.json');
const load = () => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
/** As a whole, for others who read at the same time. */
const store = (secrets) => {
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(secrets));
  renameSync(`${path}.${process.pid}`, path);
};

exports.Entry = class {
  constructor(service, account) {
    this.name = `${service}: ${account}`;
  }
  getPassword() {
    return load()[this.name] ?? null;
  }
  setPassword(password) {
    store({ ...load(), [this.name]: password });
  }
  deletePassword() {
    const { [this.name]: found, ...others } = load();
    store(others);
    return found !== undefined;
  }
};
