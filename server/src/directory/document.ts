import { SpaceDocument } from '@spacekeeper/contract/directory/shapes.ts'
import {
  type DirectoryHint,
  directoryHints,
  radiationKinds,
  sensorRuleOf,
} from '@spacekeeper/contract/directory/words.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import { publicCalendarPath } from '@spacekeeper/contract/openings/words.ts'
import type { ComingOpening } from '../openings/coming.ts'
import type { StoredSensor } from './sensors.ts'
import type { SpaceState } from './space-state.ts'

/** All that is published. `present` is null where it is not known, or not to be. */
export type DirectoryFacts = {
  settings: Settings
  siteUrl: string
  state: SpaceState
  sensors: readonly StoredSensor[]
  counts: { members: number; present: number | null }
  nextOpening: ComingOpening | null
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

const orNothing = <T>(list: readonly T[]) => (list.length > 0 ? [...list] : undefined)

const filled = (text: string) => (text === '' ? undefined : text)

const writeSensor = (sensor: StoredSensor) => {
  const { kind, name, location, description, value, unit, reportedAt } = sensor
  const { isSwitch, properties } = sensorRuleOf(kind)
  const measured = Object.entries(sensor.properties).map(
    ([property, one]) => [property, { value: one.value, ...(one.unit !== null && { unit: one.unit }) }] as const,
  )
  return {
    ...(properties ? { properties: Object.fromEntries(measured) } : { value: isSwitch ? value === 1 : value }),
    ...(unit !== null && { unit }),
    name,
    location,
    ...(description !== '' && { description }),
    lastchange: seconds(reportedAt),
  }
}

const groupSensors = (sensors: readonly StoredSensor[]) => {
  const groups = Map.groupBy(sensors, ({ kind }) => kind)
  return Object.fromEntries([...groups].map(([kind, all]) => [kind, all.map((one) => writeSensor(one))]))
}

const writeSensors = ({ sensors, counts }: DirectoryFacts) => {
  const isRadiation = ({ kind }: StoredSensor) => radiationKinds.some((one) => one === kind)
  const rays = groupSensors(sensors.filter((sensor) => isRadiation(sensor)))
  return {
    ...groupSensors(sensors.filter((sensor) => !isRadiation(sensor))),
    ...(Object.keys(rays).length > 0 && { radiation: rays }),
    total_member_count: [{ value: counts.members }],
    ...(counts.present !== null && { people_now_present: [{ value: counts.present }] }),
  }
}

const hasPlace = ({ SPACE_DIRECTORY_LOCATION_LAT: lat, SPACE_DIRECTORY_LOCATION_LON: lon }: Settings) =>
  lat !== 0 || lon !== 0

const writeLocation = (s: Settings) => ({
  address: filled(s.SPACE_DIRECTORY_LOCATION_ADDRESS),
  ...(hasPlace(s) && { lat: s.SPACE_DIRECTORY_LOCATION_LAT, lon: s.SPACE_DIRECTORY_LOCATION_LON }),
  timezone: s.SITE_TIME_ZONE,
})

const writeContact = (s: Settings) => ({
  email: filled(s.SPACE_DIRECTORY_CONTACT_EMAIL),
  phone: filled(s.SPACE_DIRECTORY_CONTACT_PHONE),
  twitter: filled(s.SPACE_DIRECTORY_CONTACT_TWITTER),
  facebook: filled(s.SPACE_DIRECTORY_CONTACT_FACEBOOK),
  mastodon: filled(s.SPACE_DIRECTORY_CONTACT_MASTODON),
  matrix: filled(s.SPACE_DIRECTORY_CONTACT_MATRIX),
  irc: filled(s.SPACE_DIRECTORY_CONTACT_IRC),
  ml: filled(s.SPACE_DIRECTORY_CONTACT_ML),
})

/** Pictures of the site may be addresses on this server. */
const absolute = (address: string, siteUrl: string) => new URL(address, siteUrl).href

const writeState = ({ settings: s, siteUrl, state }: DirectoryFacts) => {
  const { isOpen, message, changedAt } = state
  if (isOpen === null || changedAt === null) return undefined
  const [open, closed] = [s.SPACE_DIRECTORY_ICON_OPEN, s.SPACE_DIRECTORY_ICON_CLOSED]
  return {
    open: isOpen,
    message: filled(message),
    lastchange: seconds(changedAt),
    ...(open !== '' && closed !== '' && { icon: { open: absolute(open, siteUrl), closed: absolute(closed, siteUrl) } }),
  }
}

const writeFeeds = ({ settings: s, siteUrl }: DirectoryFacts) => {
  const isPlanPublic = s.ENABLE_OPENINGS && s.OPENINGS_PUBLIC
  const ownCalendar = isPlanPublic ? absolute(publicCalendarPath, siteUrl) : ''
  const calendar = filled(s.SPACE_DIRECTORY_FEED_CALENDAR) ?? ownCalendar
  const blog = s.SPACE_DIRECTORY_FEED_BLOG
  const wiki = s.SPACE_DIRECTORY_FEED_WIKI
  if (blog + wiki + calendar === '') return undefined
  return {
    ...(blog !== '' && { blog: { url: absolute(blog, siteUrl) } }),
    ...(wiki !== '' && { wiki: { url: absolute(wiki, siteUrl) } }),
    ...(calendar !== '' && { calendar: { type: 'ical', url: absolute(calendar, siteUrl) } }),
  }
}

/** What the directory reads. Never a document that breaks the rules: what the space has not said is left out. */
export const writeDocument = (facts: DirectoryFacts): SpaceDocument => {
  const { settings: s, siteUrl, state, nextOpening } = facts
  return SpaceDocument.parse({
    // The older version demands a place.
    api_compatibility: hasPlace(s) ? ['14', '15'] : ['15'],
    space: s.SITE_OWNER,
    logo: absolute(filled(s.SITE_LOGO) ?? '/favicon.svg', siteUrl),
    url: absolute(filled(s.MAIN_SITE_URL) ?? '/', siteUrl),
    location: writeLocation(s),
    spacefed: {
      spacenet: s.SPACE_DIRECTORY_FED_SPACENET,
      spacesaml: s.SPACE_DIRECTORY_FED_SPACESAML,
      spacephone: s.SPACE_DIRECTORY_FED_SPACEPHONE,
    },
    cam: orNothing(s.SPACE_DIRECTORY_CAMS),
    state: writeState(facts),
    contact: writeContact(s),
    sensors: writeSensors(facts),
    feeds: writeFeeds(facts),
    projects: orNothing(s.SPACE_DIRECTORY_PROJECTS),
    links: orNothing(s.SPACE_DIRECTORY_LINKS.map(([name, url]) => ({ name, url }))),
    ...(state.lastOpenAt !== null && { ext_last_open: seconds(state.lastOpenAt) }),
    ...(nextOpening !== null && {
      ext_next_open: { start: seconds(nextOpening.startsAt), end: seconds(nextOpening.endsAt) },
    }),
  })
}

/** What the document lacks, the gravest first. */
export const hintsOf = ({ settings: s, state }: Pick<DirectoryFacts, 'settings' | 'state'>): DirectoryHint[] => {
  const contacts = Object.values(writeContact(s)).filter((contact) => contact !== undefined)
  const lacks: Record<DirectoryHint, boolean> = {
    off: !s.ENABLE_SPACE_DIRECTORY,
    noLocation: !hasPlace(s),
    noLogo: s.SITE_LOGO === '',
    noContact: contacts.length === 0,
    noWebsite: s.MAIN_SITE_URL === '',
    unknownState: state.isOpen === null,
  }
  return directoryHints.filter((hint) => lacks[hint])
}
