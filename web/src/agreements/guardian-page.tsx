import { Button, Stack, Text, TextInput } from '@mantine/core'
import { agreementsApi } from '@spacekeeper/contract/agreements/routes.ts'
import type { GuardianView } from '@spacekeeper/contract/agreements/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { guardianQuery, signAsGuardian } from './api.ts'
import { WordingCard } from './wording-card.tsx'

/** The page behind a guardian’s link. Opening it changes nothing, because mail scanners follow links. */
const GuardianPage = () => {
  const { t } = useTranslation('agreements')
  const { token } = Route.useParams()
  const query = useQuery(guardianQuery(token))
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <OutcomeCard kind="working" title={t('titleGuardian')} />
  const { memberName: name, isSigned } = query.data
  if (isSigned) return <OutcomeCard kind="done" title={t('guardianDone', { name })} text={t('guardianDoneText')} />
  return <GuardianForm view={query.data} token={token} />
}

const GuardianForm = ({ view, token }: { view: GuardianView; token: string }) => {
  const { t } = useTranslation('agreements')
  const { siteName } = useSite().general
  const { memberName: name } = view
  const { field, failure, isBusy, formProps } = useApiForm({
    initial: { name: '' },
    schema: agreementsApi.signAsGuardian.body,
    submit: (typed) => signAsGuardian({ token, ...typed }),
  })
  return (
    <AuthFrame title={t('titleGuardian')}>
      <Form {...formProps}>
        <Stack gap="md">
          <Text>{t('guardianIntro', { name, site: siteName })}</Text>
          {view.agreements.map(({ title, text }) => (
            <WordingCard key={title} title={title} text={text} headingOrder={2} />
          ))}
          <TextInput {...field('name')} label={t('guardianTypeName', { name })} autoComplete="name" />
          <Text size="sm" c="dimmed">
            {t('guardianAgree', { name })}
          </Text>
          <FormError>{failure}</FormError>
          <Button type="submit" loading={isBusy}>
            {t('guardianSign', { name })}
          </Button>
        </Stack>
      </Form>
    </AuthFrame>
  )
}

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation('agreements')
  if (hasCode(error, 'invalidLink'))
    return <OutcomeCard kind="failed" title={t('linkInvalid')} text={t('linkInvalidText')} />
  return (
    <OutcomeCard kind="failed" title={t('titleGuardian')} text={errorText(error)}>
      <Button onClick={onRetry}>{t('tryAgain')}</Button>
    </OutcomeCard>
  )
}

export const Route = createFileRoute('/guardian/$token')({
  component: GuardianPage,
  staticData: { title: 'agreements:titleGuardian', bgGradient: true },
})
