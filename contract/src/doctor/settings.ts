import { ServiceAddress } from '../addresses.ts'
import { askedAddress, type Setting } from '../setting.ts'

export const doctorSettings = {
  NEWER_VERSION_URL: askedAddress(
    'general',
    'Address that names the newest version',
    ServiceAddress,
    '',
    'The portal asks it once a day which version of Spacekeeper is the newest, and sends nothing about your space. Leave empty, and it doesn’t ask.',
  ),
} satisfies Record<string, Setting>
