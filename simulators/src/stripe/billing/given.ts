/** Without what was not given: optional parameters are absent, never undefined. */
export const given = <Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } =>
  // Only what is not undefined is left.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }
