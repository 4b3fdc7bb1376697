/** The one form in which screen names are compared, which the index `members_screen_name` holds to one member each. */
export const plainScreenName = (screenName: string): string => screenName.toLowerCase()

/** Written as the last name of people who have one name only. */
export const noLastName = '-'

/** The name people are called in full. */
export const joinNames = (firstName: string, lastName: string): string =>
  lastName === noLastName ? firstName : `${firstName} ${lastName}`
