/**
 * Every error the API answers with: its status, one sentence for people, and where existing clients read a message key
 * of their own, that key. API and screens say the same sentence. Without Zod, so that every page can import it.
 */
export const errors = {
  badInput: { status: 400, text: 'There was a problem with your request. Please check what you entered.' },
  notSignedIn: { status: 401, text: 'You need to be logged in to do that.' },
  wrongLogin: { status: 401, text: 'Your username or password was incorrect.' },
  kioskUnknown: { status: 401, text: 'This screen is no longer a kiosk. Ask staff.' },
  cardUnknown: { status: 401, text: 'We don’t know this card. Ask staff.' },
  invalidLink: {
    status: 401,
    message: 'error.emailVerificationFailed',
    text: 'This link is invalid. Please ask for a new one.',
  },
  notAllowed: { status: 403, text: 'You do not have permission to do that.' },
  wrongPassword: { status: 403, text: 'That isn’t your password. Try again.' },
  bumpApiOff: {
    status: 403,
    text: 'Commands by API key are turned off in the settings.',
  },
  featureOff: { status: 403, text: 'This is turned off in the settings of this space.' },
  memberOnly: { status: 403, text: 'You must be an active member to do that.' },
  outranked: {
    status: 403,
    text: 'You can’t change this account, because it has more rights than yours. Ask an administrator.',
  },
  notYourself: { status: 403, text: 'You can’t do this to your own account. Ask another administrator.' },
  ownBalance: {
    status: 403,
    text: 'You can’t change your own balance. Ask another member of staff who manages money.',
  },
  forged: {
    status: 403,
    text: 'This page is out of date. Please reload it and try again.',
  },
  notOnKiosk: { status: 403, text: 'Please do that on your own device.' },
  kioskPending: { status: 403, text: 'This kiosk isn’t authorised yet. Ask staff.' },
  cardEnded: { status: 403, text: 'This card was replaced or reported lost. Ask staff.' },
  pinNeeded: { status: 403, text: 'Please enter your PIN.' },
  passwordNeeded: { status: 403, text: 'Please enter your password.' },
  wrongPin: { status: 403, text: 'That’s not right. Please try again.' },
  keptOut: { status: 403, text: 'Please speak to staff.' },
  emailNotVerified: {
    status: 403,
    message: 'loginCard.emailNotVerified',
    text: 'Your email address is not verified. We just sent you another link so please try again.',
  },
  linkExpired: {
    status: 403,
    message: 'error.emailVerificationExpired',
    text: 'This link has expired. We just sent you a new one.',
  },
  newPasswordNeeded: {
    status: 403,
    message: 'error.emailVerificationExpired',
    text: 'Please choose a new password to confirm this address.',
  },
  emailNotVerifiedNoMail: {
    status: 403,
    message: 'loginCard.emailNotVerified',
    text: 'Your email address isn’t confirmed, and this portal has no mail server to send a link. Staff can confirm it for you.',
  },
  linkExpiredNoMail: {
    status: 403,
    message: 'error.emailVerificationExpired',
    text: 'This link has expired, and this portal has no mail server to send a new one. Staff can give you one.',
  },
  notFound: { status: 404, text: 'We can’t find that. It may have been removed.' },
  wrongMethod: { status: 405, text: 'This address does not accept that method. Please reload the page.' },
  emailTaken: {
    status: 409,
    message: 'error.accountAlreadyExists',
    text: 'An account with this email already exists.',
  },
  screenNameTaken: {
    status: 409,
    message: 'error.screenNameAlreadyExists',
    text: 'An account with this screen name already exists.',
  },
  alreadySetUp: { status: 409, text: 'This portal already has its first administrator. Please log in.' },
  deviceOffline: { status: 409, text: 'This device is offline. Try again when it’s back.' },
  machineInUse: { status: 409, text: 'This machine is in use right now.' },
  alreadyDecided: { status: 409, text: 'This has already been decided.' },
  memberSuspended: { status: 409, text: 'This member is suspended. Lift the suspension first.' },
  lastAdministrator: {
    status: 409,
    text: 'This is the last administrator. Make another member an administrator first.',
  },
  cardTaken: { status: 409, text: 'This card belongs to another member.' },
  balanceTooLow: { status: 409, text: 'The balance is too low for that.' },
  keyReused: { status: 409, text: 'This was already booked with a different amount. Please start again.' },
  alreadyReversed: { status: 409, text: 'This entry has already been reversed.' },
  cardLost: { status: 409, text: 'A lost card can’t be used again. Give the member a new one.' },
  swipeTooOld: { status: 409, text: 'That swipe is more than 5 minutes old. Hold the card to the door again.' },
  previewOutdated: { status: 409, text: 'The affected members have changed. Please check the preview again.' },
  alreadyUndone: { status: 409, text: 'This has already been undone.' },
  undoTooLate: { status: 409, text: 'This was more than 30 days ago and can’t be undone.' },
  mailingStopped: { status: 409, text: 'This mailing has already finished or been stopped.' },
  noPhoneNumber: { status: 400, text: 'There’s no phone number to send text messages to.' },
  smsNotSetUp: {
    status: 409,
    text: 'Text messages are turned off or not set up yet. See Settings, Messages.',
  },
  mailNotSetUp: {
    status: 409,
    text: 'This portal has no mail server, so it can’t send email. Copy the link instead.',
  },
  alreadyVerified: { status: 409, text: 'This email address is already confirmed.' },
  messageSettled: { status: 409, text: 'This message has changed in the meantime. Please check it again.' },
  memberClosed: { status: 410, text: 'This account is closed.' },
  tooLarge: { status: 413, text: 'That file is too large.' },
  wrongType: { status: 415, text: 'We can’t accept this kind of file.' },
  tooManyRequests: { status: 429, text: 'Too many tries. Please wait a moment and try again.' },
  serverError: { status: 500, text: "Sorry, we're having trouble performing that action. Please try again later." },
  shuttingDown: { status: 503, text: 'The portal is restarting. Please try again in a moment.' },
  databaseAway: { status: 503, text: 'The portal can’t reach its database. Please try again in a moment.' },
  diskFull: {
    status: 507,
    text: 'The portal’s disk is full, so nothing can be saved. Please tell an administrator.',
  },
} as const satisfies Record<string, { status: number; text: string; message?: string }>

export type ErrorCode = keyof typeof errors
