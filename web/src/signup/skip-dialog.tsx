// On its own: a dialog of the joining sheet like others of their pages.
import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { skipSignup } from './api.ts'

/** Keeps an account only. What that means is said before. */
export const SkipDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('signup')
  const navigate = useNavigate()
  const skip = async () => {
    const { success } = await skipSignup()
    if (!success) return
    notify.done({ text: t('skipped') })
    await navigate({ to: '/dashboard' })
  }
  return (
    <ConfirmDialog title={t('skipTitle')} text={t('skipText')} action={t('skipConfirm')} run={skip} onClose={onClose} />
  )
}
