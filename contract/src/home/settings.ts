import { z } from 'zod'
import { PictureAddress } from '../addresses.ts'
import { setting, unbuilt, Line, Card, type Setting } from '../setting.ts'

export const homeSettings = {
  SITE_BANNER: setting(
    'general',
    'Notice on every page',
    Line,
    '',
    'A line at the top of every page. Leave empty for none.',
  ),
  HOME_PAGE_CARDS: setting(
    'general',
    'Home page cards',
    z.array(Card).max(30),
    [],
    'Cards shown on everyone’s home page.',
  ),
  WEBCAM_PAGE_URLS: unbuilt(
    setting(
      'general',
      'Webcams',
      z.array(z.tuple([Line, PictureAddress])).max(30),
      [],
      'A title and an image address for each.',
    ),
  ),
  ENABLE_WEBCAMS: unbuilt(setting('features', 'Webcams page', z.boolean(), false, 'Show the webcams page.')),
} satisfies Record<string, Setting>
