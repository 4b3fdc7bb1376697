import { z } from 'zod'
import { Email, fieldMessages, LinkToken, NewPassword, OptionalText, Phone, ShortText } from './fields.ts'
import { Empty, routes } from './route.ts'

/** A password somebody types to prove who he is: rules for new ones do not apply. */
export const Password = z.string().min(1, fieldMessages.password).max(200, fieldMessages.password)

export const Registration = z.object({
  email: Email,
  firstName: ShortText,
  lastName: ShortText,
  screenName: ShortText,
  mobile: Phone,
  password: NewPassword,
  vehicleRegistrationPlate: OptionalText.nullish(),
})
export type Registration = z.infer<typeof Registration>

export const accounts = routes({
  login: {
    method: 'POST',
    path: '/api/login/',
    access: 'anyone',
    summary: 'Logs in with e-mail and password and sets the session cookie.',
    body: z.object({ email: Email, password: Password }),
    unknownFields: 'ignored',
    output: Empty,
    errors: ['wrongLogin', 'emailNotVerified', 'kioskUnknown', 'tooManyRequests'],
    rate: 'credentials',
  },
  loggedIn: {
    method: 'GET',
    path: '/api/loggedin/',
    access: 'signedIn',
    kiosk: true,
    summary: 'Answers 200 to whoever is logged in, 401 to everybody else.',
    output: Empty,
  },
  logout: {
    method: 'POST',
    path: '/api/logout/',
    access: 'signedIn',
    kiosk: true,
    summary: 'Ends this session.',
    output: z.object({ success: z.boolean() }),
  },
  register: {
    method: 'POST',
    path: '/api/register/',
    access: 'anyone',
    summary: 'Creates an account and mails the link that verifies its address.',
    body: Registration,
    unknownFields: 'ignored',
    output: Empty,
    errors: ['emailTaken', 'screenNameTaken', 'tooManyRequests'],
    rate: 'mail',
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/email/:token/verify/',
    access: 'anyone',
    summary: 'Verifies a first or a new address with the token from the mail and logs its owner in.',
    params: z.object({ token: LinkToken }),
    output: Empty,
    errors: ['invalidLink', 'linkExpired', 'emailTaken', 'kioskUnknown', 'tooManyRequests'],
    rate: 'credentials',
  },
  resetPassword: {
    method: 'POST',
    path: '/api/password/reset/',
    access: 'anyone',
    summary: 'Three stages by what is sent: email asks for a link, token checks one, token and password use it.',
    body: z.object({ email: Email.optional(), token: LinkToken.optional(), password: NewPassword.optional() }),
    unknownFields: 'ignored',
    output: z.object({ success: z.boolean() }),
    errors: ['tooManyRequests'],
    rate: 'credentials',
  },
  checkSetup: {
    method: 'GET',
    path: '/api/setup/:token/',
    access: 'anyone',
    summary: 'Whether this link may still create the first administrator.',
    params: z.object({ token: LinkToken }),
    output: z.object({ isUsable: z.boolean() }),
    rate: 'credentials',
  },
  createFirstAdmin: {
    method: 'POST',
    path: '/api/setup/:token/',
    access: 'anyone',
    summary: 'Creates the first administrator of a new portal and logs him in.',
    params: z.object({ token: LinkToken }),
    body: Registration.omit({ vehicleRegistrationPlate: true }),
    output: Empty,
    errors: ['invalidLink', 'alreadySetUp', 'emailTaken', 'screenNameTaken', 'tooManyRequests'],
    rate: 'credentials',
  },
})
