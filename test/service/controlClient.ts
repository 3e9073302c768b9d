/** Speaks JSON to the control port of a local service. */
export class ControlClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async get<T>(path: string): Promise<T> {
    const response = await this.#ask('GET', path);
    return (await response.json()) as T;
  }

  async getBytes(path: string): Promise<Uint8Array> {
    const response = await this.#ask('GET', path);
    return new Uint8Array(await response.arrayBuffer());
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    const response = await this.#ask('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return (await response.json()) as T;
  }

  async delete(path: string): Promise<void> {
    await (await this.#ask('DELETE', path)).arrayBuffer();
  }

  async #ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, { method, ...init });
    if (!response.ok) {
      throw new Error(
        `The control port responded to ${method} ${path} with ${response.status}: ${await response.text()}`,
      );
    }
    return response;
  }
}
