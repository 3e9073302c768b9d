/** What an upload is made of turned out to be other than it was when it was checked: it changed meanwhile. Nothing was accepted. */
export class UploadChangedError extends Error {
  constructor() {
    super('The upload changed while it was being sent.');
    this.name = 'UploadChangedError';
  }
}
