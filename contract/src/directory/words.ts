/** What a sensor of each kind has to say, as SpaceAPI 14 and 15 both take it; `units` null: any, `none`: no unit at all. */
type SensorRule = {
  units: readonly string[] | 'none' | null
  needsLocation: boolean
  /** A sensor of several values: the properties it must have, each with its units; `some`: at least one of them. */
  properties?: Readonly<Record<string, readonly string[] | 'none'>>
  needsProperties?: 'all' | 'some'
  /** Its value is yes or no. */
  isSwitch?: true
}

const temperatures = ['°C', '°F', 'K', '°De', '°N', '°R', '°Ré', '°Rø'] as const
const doses = ['cpm', 'r/h', 'µSv/h', 'mSv/a', 'µSv/a'] as const
const speeds = ['m/s', 'km/h', 'kn'] as const

export const sensorRules = {
  temperature: { units: temperatures, needsLocation: true },
  humidity: { units: ['%'], needsLocation: true },
  carbondioxide: { units: ['ppm', 'vol%'], needsLocation: true },
  barometer: { units: ['hPa'], needsLocation: true },
  door_locked: { units: 'none', needsLocation: true, isSwitch: true },
  power_consumption: { units: ['W', 'VA'], needsLocation: true },
  power_generation: { units: ['W', 'VA'], needsLocation: true },
  beverage_supply: { units: ['btl', 'crt'], needsLocation: false },
  wind: {
    units: 'none',
    needsLocation: true,
    properties: { speed: speeds, gust: speeds, direction: ['°'], elevation: ['m'] },
    needsProperties: 'all',
  },
  network_connections: { units: 'none', needsLocation: false },
  network_traffic: {
    units: 'none',
    needsLocation: false,
    properties: { bits_per_second: 'none', packets_per_second: 'none' },
    needsProperties: 'some',
  },
  account_balance: { units: null, needsLocation: false },
  alpha: { units: doses, needsLocation: false },
  beta: { units: doses, needsLocation: false },
  gamma: { units: doses, needsLocation: false },
  beta_gamma: { units: doses, needsLocation: false },
} as const satisfies Record<string, SensorRule>

export type SensorKind = keyof typeof sensorRules

/** Kinds of radiation stand together under one word in the document. */
export const radiationKinds = ['alpha', 'beta', 'gamma', 'beta_gamma'] as const

/** What clients may call a kind besides: a Geiger counter that does not say more counts both. */
export const otherSensorNames: Readonly<Record<string, SensorKind>> = { radiation: 'beta_gamma' }

export const sensorRuleOf = (kind: SensorKind): SensorRule => sensorRules[kind]

/** The portal counts these itself. */
export const countedKinds = ['total_member_count', 'people_now_present'] as const

/** So many sensors are kept. */
export const mostSensors = 200

/** What a document may lack, from what keeps it off the directory to what is nice to have. */
export const directoryHints = ['off', 'noLocation', 'noLogo', 'noContact', 'noWebsite', 'unknownState'] as const

export type DirectoryHint = (typeof directoryHints)[number]

export const directoryPath = '/api/spacedirectory/'

export const badgePath = '/api/spacedirectory/badge.svg'
