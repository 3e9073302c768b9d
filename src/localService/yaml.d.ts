/** A YAML file, bundled as text. */
declare module '*.yaml' {
  const text: string;
  // eslint-disable-next-line import-x/no-default-export -- the bundler's text loader has a default export
  export default text;
}
