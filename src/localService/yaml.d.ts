/** A YAML file, embedded as text by the bundler. */
declare module '*.yaml' {
  const text: string;
  // eslint-disable-next-line import-x/no-default-export -- it is what the bundler's text loader gives
  export default text;
}
