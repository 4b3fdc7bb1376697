import { needPageWords } from '#platform/i18n/page-words.ts'
import { late } from '#platform/ui/late.tsx'

// Parts of the frame whose files come late; they stand here so that what loads them ahead need not bring the frame along.

/** The page under a notice works without it. */
export const LateNotices = late(() => import('./notices.tsx').then((file) => file.Notices), { isQuiet: true })

export const LateMenuDrawer = late(() => import('./menu-drawer.tsx').then((file) => file.MenuDrawer), {
  over: ({ opened, onClose }) => (opened ? onClose : null),
})

export const LateSearchDialog = late(
  async () => {
    const [{ SearchDialog }] = await Promise.all([import('./search-dialog.tsx'), needPageWords(true)])
    return SearchDialog
  },
  { over: ({ isOpen, onClose }) => (isOpen ? onClose : null) },
)

export const LateLoginDialog = late(
  () => import('#platform/session/login-dialog.tsx').then((file) => file.LoginDialog),
  {
    over: ({ onLeave }) => onLeave,
  },
)
