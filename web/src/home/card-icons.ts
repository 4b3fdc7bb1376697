import {
  IconExternalLink,
  IconCalendar,
  IconBook2,
  IconMessage,
  IconMail,
  IconMap,
  IconUsers,
  IconTool,
  IconHeart,
  IconInfoCircle,
} from '@tabler/icons-react'

/** The pictures of cards: our name, the one we store, which existing clients draw, and the words in what sites have given. */
export const cardIcons = [
  { name: 'link', stored: 'mdi-link', words: /link$/i, icon: IconExternalLink },
  { name: 'calendar', stored: 'mdi-calendar', words: /calendar|event|date/i, icon: IconCalendar },
  { name: 'book', stored: 'mdi-book-open-variant', words: /book|wiki|school|file|document/i, icon: IconBook2 },
  { name: 'chat', stored: 'mdi-forum', words: /chat|forum|message|slack|discord|comment/i, icon: IconMessage },
  { name: 'mail', stored: 'mdi-email', words: /mail|email/i, icon: IconMail },
  { name: 'map', stored: 'mdi-map-marker', words: /map|pin|location/i, icon: IconMap },
  { name: 'people', stored: 'mdi-account-group', words: /account|people|user|group/i, icon: IconUsers },
  { name: 'tool', stored: 'mdi-tools', words: /tool|wrench|hammer|cog|robot|laser|printer/i, icon: IconTool },
  { name: 'heart', stored: 'mdi-heart', words: /heart|gift|donat/i, icon: IconHeart },
  { name: 'info', stored: 'mdi-information', words: /info|help|question/i, icon: IconInfoCircle },
] as const

/** The picture that a site's icon name leads to. */
export const cardIconOf = (given = '') => cardIcons.find(({ words }) => words.test(given)) ?? cardIcons[0]
