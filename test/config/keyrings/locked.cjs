const locked = () => {
  throw new Error('locked');
};
exports.Entry = class {
  getPassword = locked;
  setPassword = locked;
  deletePassword = locked;
};
