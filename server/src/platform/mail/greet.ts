/** Anybody can register anybody's address under any name, so a name that mail readers would turn into a link is not said. */
export const greet = ({ firstName }: { firstName: string }) =>
  /[:/@\\]|\.\w/.test(firstName) ? 'Hello,' : `Hi ${firstName},`
