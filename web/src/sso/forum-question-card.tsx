import { Button, Group, Stack, Text } from '@mantine/core'
import type { MobileShell } from '@spacekeeper/contract/mobile-shell.ts'
import type { ForumRequest } from '@spacekeeper/contract/sso/shapes.ts'
import { Link } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { findForumAddress } from './api.ts'

type Props = {
  shell: MobileShell
  /** Of the forum. */
  host: string
  sso: ForumRequest
}

/** In the app: asks its member before the phone’s browser is logged in at the forum. */
export const ForumQuestionCard = ({ shell, host, sso }: Props) => {
  const { t } = useTranslation('sso')
  const profile = useProfile()
  const login = useMutation({
    // Asked anew: the member may have read the question for long, and the portal decides at the press of the button.
    mutationFn: async () => shell.openOutside(await findForumAddress(sso)),
  })
  const home = (words: string) => (
    <Button variant="default" component={Link} to="/dashboard">
      {words}
    </Button>
  )
  if (login.isSuccess)
    return (
      <OutcomeCard kind="done" title={t('openedTitle')} text={t('openedText', { host })}>
        {home(t('toDashboard'))}
      </OutcomeCard>
    )
  const text = hasCode(login.error, 'keptOut') ? t('suspended') : errorText(login.error)
  return (
    <AuthFrame title={t('askTitle', { host })} subtitle={t('askText', { host, member: profile?.email ?? '' })}>
      <Stack gap="md">
        <Text size="sm">{t('askHint')}</Text>
        {login.error ? <FormError>{text}</FormError> : null}
        <Group gap="sm">
          <Button loading={login.isPending} onClick={() => login.mutate()}>
            {t('logIn', { host })}
          </Button>
          {home(t('cancel'))}
        </Group>
      </Stack>
    </AuthFrame>
  )
}
