exports.Entry = class {
  getPassword = () => null;
  setPassword = () => {};
  deletePassword = () => false;
};
