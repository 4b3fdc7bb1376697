/** Any address can be registered under any name, so a name that mail readers would turn into a link is left out. */
export const greet = ({ firstName }: { firstName: string }) =>
  /[:/@\\]|\.\w/.test(firstName) ? 'Hello,' : `Hi ${firstName},`
