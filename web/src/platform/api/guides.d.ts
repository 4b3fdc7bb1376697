// On its own: web/guides.ts makes this module, and a file with imports would declare it for itself alone.
declare module 'virtual:guides' {
  export const guides: import('@spacekeeper/contract/help/guides.ts').Guide[] // oxlint-disable-line consistent-type-imports -- an import would make the module local to this file
}
