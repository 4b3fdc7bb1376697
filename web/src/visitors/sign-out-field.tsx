// On its own: the dashboard, the member's page and that of staff sign visitors out alike.
import { Button } from '@mantine/core'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { signOut } from './api.ts'

/** Signs a visitor out; says so, or why not. */
export const SignOutButton = ({ visitorId, name }: { visitorId: number; name: string }) => {
  const { t } = useTranslation('visitors')
  const leaving = useMutation({
    mutationFn: () => signOut({ visitorId }),
    onSuccess: () => {
      notify.done({ text: t('signedOut', { name }) })
    },
    onError: (error) => notify.failed(errorText(error)),
  })
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('signOutOf', { name })}
      loading={leaving.isPending}
      onClick={() => leaving.mutate()}
    >
      {t('signOut')}
    </Button>
  )
}
