export class ServiceClient {}
