import {
  IconBook2,
  IconCalendar,
  IconExternalLink,
  IconHeart,
  IconInfoCircle,
  IconMail,
  IconMap,
  IconMessage,
  IconTool,
  IconUsers,
} from '@tabler/icons-react'

/** The pictures of cards: the name we store, and the words in the icon names that sites have given. */
export const cardIcons = [
  { name: 'link', words: /^link$/i, icon: IconExternalLink },
  { name: 'calendar', words: /calendar|event|date/i, icon: IconCalendar },
  { name: 'book', words: /book|wiki|school|file|document/i, icon: IconBook2 },
  { name: 'chat', words: /chat|forum|message|slack|discord|comment/i, icon: IconMessage },
  { name: 'mail', words: /mail|email/i, icon: IconMail },
  { name: 'map', words: /map|pin|location/i, icon: IconMap },
  { name: 'people', words: /account|people|user|group/i, icon: IconUsers },
  { name: 'tool', words: /tool|wrench|hammer|cog|robot|laser|printer/i, icon: IconTool },
  { name: 'heart', words: /heart|gift|donat/i, icon: IconHeart },
  { name: 'info', words: /info|help|question/i, icon: IconInfoCircle },
] as const

const find = (given = '') => cardIcons.find(({ words }) => words.test(given)) ?? cardIcons[0]

export const pickIcon = (given?: string) => find(given).icon
/** Our name of the picture that a site's icon name leads to. */
export const iconNameOf = (given?: string): string => find(given).name
