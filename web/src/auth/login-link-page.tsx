import { Button, Stack } from '@mantine/core'
import { SecondFactorCode } from '@spacekeeper/contract/auth/shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { Form } from '#platform/form/form.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { startSession } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { OpenInAppRow } from '../mobile/open-in-app-row.tsx'
import { logInByLink } from './api.ts'
import { CodeField, focusAtOnce } from './code-field.tsx'

/** Logs in at the press of a button: programs that look into emails open links, and this one works once. */
const LoginLinkPage = () => {
  const { t } = useTranslation('auth')
  const { siteName } = useSite().general
  const { linkToken } = Route.useParams()
  const client = useQueryClient()
  const router = useRouter()
  const [code, setCode] = useState('')
  const [isCodeWanted, setCodeWanted] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await logInByLink({ token: linkToken, ...(isCodeWanted && { code }) })
      const profile = await startSession(client).catch(() => null)
      // Without the profile the guard would lead to the login; a full load asks for everything anew.
      if (profile) await router.navigate({ to: '/dashboard', replace: true })
      else globalThis.location.assign('/dashboard')
    },
    onError: (failure) => hasCode(failure, 'secondFactorNeeded') && setCodeWanted(true),
  })
  if (hasCode(error, 'invalidLink') || hasCode(error, 'badInput')) {
    return (
      <OutcomeCard kind="failed" title={t('linkInvalid')} text={t('linkInvalidHint')}>
        <Button size="xs" component={Link} to="/login">
          {t('toLogin')}
        </Button>
      </OutcomeCard>
    )
  }
  return (
    <AuthFrame title={t('linkHeading', { siteName })} subtitle={t('linkHint')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) mutate()
        }}
      >
        <Stack gap={18}>
          {isCodeWanted ? (
            <CodeField
              {...requiredBy(SecondFactorCode.min(1))}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
              ref={focusAtOnce}
            />
          ) : null}
          {error && !hasCode(error, 'secondFactorNeeded') ? <FormError>{errorText(error)}</FormError> : null}
          <Button type="submit" size="lg" loading={isPending}>
            {t('login')}
          </Button>
          <OpenInAppRow />
        </Stack>
      </Form>
    </AuthFrame>
  )
}

export const Route = createFileRoute('/login/link/$linkToken')({
  component: LoginLinkPage,
  staticData: { title: 'auth:titleLogin', bgGradient: true },
})
