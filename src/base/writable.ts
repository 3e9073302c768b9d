/** The type with properties that can be written, for the code that keeps an object up to date. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };
