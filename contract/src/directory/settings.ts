import { z } from 'zod'
import { Address, PictureAddress, Url } from '../addresses.ts'
import { ofKind } from '../field-words.ts'
import { setting, Line, type Setting } from '../setting.ts'

const Coordinate = (most: number) =>
  z.number(ofKind('A number such as 52.52.')).min(-most, `From -${most} to ${most}.`).max(most)

const WebAddress = z
  .url({ protocol: /^https?$/, error: 'Each line is an address such as https://example.org/page.' })
  .max(500)

const Addresses = z.array(WebAddress).max(30, 'At most 30 addresses.')

const switched = (title: string, help: string) => setting('directory', title, z.boolean(), false, help)

const contact = (title: string, help: string) => setting('directory', title, Line, '', help)

const link = (title: string, help: string) => setting('directory', title, Url, '', help)

const icon = (title: string, help: string) => setting('directory', title, PictureAddress, '', help)

export const directorySettings = {
  ENABLE_SPACE_DIRECTORY: switched(
    'Space directory',
    'Publish whether your space is open, where it is and how to reach it, for spaceapi.io and everyone else.',
  ),
  MAIN_SITE_URL: link('Website', 'The website of your organisation. Leave empty to name the portal.'),
  SPACE_DIRECTORY_LOCATION_ADDRESS: contact('Street address', 'Where your space is, as people read it.'),
  SPACE_DIRECTORY_LOCATION_LAT: setting(
    'directory',
    'Latitude',
    Coordinate(90),
    0,
    'In degrees, such as 52.52; south is negative. With 0 and 0 the place is left out.',
  ),
  SPACE_DIRECTORY_LOCATION_LON: setting(
    'directory',
    'Longitude',
    Coordinate(180),
    0,
    'In degrees, such as 13.41; west is negative.',
  ),
  SPACE_DIRECTORY_CONTACT_EMAIL: setting(
    'directory',
    'Public email',
    Address,
    '',
    'An email address that everyone may read.',
  ),
  SPACE_DIRECTORY_CONTACT_PHONE: contact('Public phone', 'A phone number that everyone may read, with +.'),
  SPACE_DIRECTORY_CONTACT_TWITTER: contact('Twitter', 'The name of your account, with @.'),
  SPACE_DIRECTORY_CONTACT_FACEBOOK: contact('Facebook', 'The address of your page.'),
  SPACE_DIRECTORY_CONTACT_MASTODON: contact('Mastodon', 'The name of your account, such as @space@example.org.'),
  SPACE_DIRECTORY_CONTACT_MATRIX: contact('Matrix', 'Your room, such as #space:example.org.'),
  SPACE_DIRECTORY_CONTACT_IRC: contact('IRC', 'Your channel, such as irc://irc.example.org/#space.'),
  SPACE_DIRECTORY_CONTACT_ML: contact('Mailing list', 'The address of your mailing list.'),
  SPACE_DIRECTORY_ICON_OPEN: icon('Picture for open', 'Shown by others while your space is open. Needs both pictures.'),
  SPACE_DIRECTORY_ICON_CLOSED: icon('Picture for closed', 'Shown by others while your space is closed.'),
  SPACE_DIRECTORY_CAMS: setting(
    'directory',
    'Public cameras',
    Addresses,
    [],
    'Addresses of pictures that everyone may see, one on each line. They are published as they are.',
  ),
  SPACE_DIRECTORY_PROJECTS: setting(
    'directory',
    'Projects',
    Addresses,
    [],
    'Addresses where people read about what you make, one on each line.',
  ),
  SPACE_DIRECTORY_LINKS: setting(
    'directory',
    'Links',
    z.array(z.tuple([Line.min(1, 'A link needs words.'), WebAddress])).max(30, 'At most 30 links.'),
    [],
    'Other pages of yours: words and an address for each.',
  ),
  SPACE_DIRECTORY_FEED_BLOG: link('Blog feed', 'The RSS or Atom feed of your news.'),
  SPACE_DIRECTORY_FEED_WIKI: link('Wiki feed', 'The feed of changes of your wiki.'),
  SPACE_DIRECTORY_FEED_CALENDAR: link('Calendar feed', 'The calendar of your events, as an iCal file.'),
  SPACE_DIRECTORY_COUNTS_PEOPLE: setting(
    'directory',
    'Number of people here',
    z.boolean(),
    true,
    'Publish how many members and visitors are signed in on site. Never who they are.',
  ),
  SPACE_DIRECTORY_FED_SPACENET: switched('SpaceNET', 'Your space offers the wireless network SpaceNET.'),
  SPACE_DIRECTORY_FED_SPACESAML: switched('SpaceSAML', 'Your space takes part in the shared login SpaceSAML.'),
  SPACE_DIRECTORY_FED_SPACEPHONE: switched('SpacePHONE', 'Your space takes part in the phone network SpacePHONE.'),
} satisfies Record<string, Setting>
