exports.Entry = class {
  constructor() {
    throw new Error('no secret service');
  }
};
