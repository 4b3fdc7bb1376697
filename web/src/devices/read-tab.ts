/** The parts of a device's page; which one is open stands in the address. */
export const deviceTabs = ['overview', 'access', 'use', 'settings'] as const
export type DeviceTab = (typeof deviceTabs)[number]

/** The tab an address names; nothing for the first, and for what is none. */
export const readTab = ({ tab }: Record<string, unknown>): { tab?: DeviceTab } => {
  const known = deviceTabs.find((one) => one === tab)
  return known === undefined || known === 'overview' ? {} : { tab: known }
}
