import { z } from 'zod'
import { ServiceAddress } from '../addresses.ts'
import { askedAddress, secret, setting, type Setting } from '../setting.ts'

const CourseNumber = z.string().regex(/^\d{0,18}$/, 'The number of the course, such as 12, or nothing.')

export const trainingSettings = {
  MAX_INDUCTION_DAYS: setting(
    'signup',
    'Days an induction counts',
    z.number().int('A number of whole days.').min(0, 'Must be 0 or more.').max(3650),
    180,
    'How old an induction may be when someone joins. 0 means none is needed.',
  ),
  MIN_INDUCTION_SCORE: setting(
    'signup',
    'Pass mark of the online induction',
    z.number().int('A whole number.').min(0, 'Must be 0 or more.').max(100),
    99,
    'In percent, for the induction in Moodle or Canvas. Courses here have a pass mark of their own.',
  ),
  MOODLE_INDUCTION_ENABLED: setting(
    'signup',
    'Induction in Moodle',
    z.boolean(),
    false,
    'Members take the induction in Moodle, and the portal asks there whether they finished it.',
  ),
  MOODLE_API_BASE_URL: askedAddress(
    'signup',
    'Address of Moodle',
    ServiceAddress,
    '',
    'Such as https://learn.example.org, without a slash at the end.',
  ),
  MOODLE_API_TOKEN: secret(
    'signup',
    'Moodle token',
    'Of a web service user who may look up users and the completion of activities.',
  ),
  MOODLE_INDUCTION_COURSE_ID: setting(
    'signup',
    'Induction course in Moodle',
    CourseNumber,
    '',
    'Its number, as the address of the course shows it.',
  ),
  CANVAS_INDUCTION_ENABLED: setting(
    'signup',
    'Induction in Canvas',
    z.boolean(),
    false,
    'Members take the induction in Canvas. If Moodle is on as well, Moodle is asked.',
  ),
  CANVAS_API_BASE_URL: askedAddress(
    'signup',
    'Address of Canvas',
    ServiceAddress,
    'https://canvas.instructure.com',
    'Where your Canvas is, without a slash at the end.',
  ),
  CANVAS_API_TOKEN: secret('signup', 'Canvas token', 'Of a user who sees the grades of the course.'),
  CANVAS_INDUCTION_COURSE_ID: setting(
    'signup',
    'Induction course in Canvas',
    CourseNumber,
    '',
    'Its number, as the address of the course shows it.',
  ),
} satisfies Record<string, Setting>
