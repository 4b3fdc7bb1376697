import { z } from 'zod'
import { Url } from '../addresses.ts'
import { setting, HomepageCardInput, type Setting } from '../setting.ts'
import { nameChoices, nameChoiceWords } from './words.ts'

export const membersSettings = {
  INDUCTION_ENROL_LINK: setting(
    'signup',
    'Address of the online induction',
    Url,
    '',
    'Where new members take the online induction.',
  ),
  POST_INDUCTION_URL: setting(
    'signup',
    'Address for booking an induction',
    Url,
    '',
    'Where new members book an induction in person.',
  ),
  REQUIRE_ACCESS_CARD: setting(
    'signup',
    'Require access card',
    z.boolean(),
    true,
    'Joining includes picking up a card.',
  ),
  SHOWN_NAME: {
    ...setting(
      'features',
      'Names members see',
      z.enum(nameChoices),
      'screenName',
      'What members see of each other in lists and at kiosks. Each member can choose differently in their profile. Staff who look after members also see the full name.',
    ),
    choices: nameChoiceWords,
  },
  COLLECT_VEHICLE_REGISTRATION_PLATE: setting(
    'signup',
    'Vehicle registration plate',
    z.boolean(),
    false,
    'Ask members for their number plate.',
  ),
  WELCOME_EMAIL_CARDS: setting(
    'messages',
    'Cards in the welcome email',
    z.array(HomepageCardInput).max(30),
    [],
    'Cards in the welcome email. With none, it shows the home page cards.',
  ),
} satisfies Record<string, Setting>
