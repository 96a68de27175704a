// What a device remembers of its owner's habits: where somebody sits, what they switched on. No
// secret, and without storage (a private window) it is asked anew.

const inPage = {};

export const remember = {
  get(name, otherwise) {
    try {
      return localStorage.getItem(`companion.${name}`) ?? inPage[name] ?? otherwise;
    } catch {
      return inPage[name] ?? otherwise;
    }
  },
  set(name, value) {
    inPage[name] = value;
    try { localStorage.setItem(`companion.${name}`, value); } catch { /* a private window */ }
  },
};
