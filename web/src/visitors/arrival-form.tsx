import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { visitorsApi } from '@spacekeeper/contract/visitors/routes.ts'
import type { FoundName, VisitorForm, VisitorPass } from '@spacekeeper/contract/visitors/shapes.ts'
import { useState } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { refreshAfter } from '#platform/api/refresh.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { WordingCard } from '../agreements/wording-card.tsx'
import { hostsQuery, signIn, type VisitorPasses } from './api.ts'
import { VisitorNamePicker } from './name-picker.tsx'

type Props = {
  form: VisitorForm
  passes: VisitorPasses
  onSignedIn: (pass: VisitorPass) => void
  /** A text was changed meanwhile. */
  onChanged: () => void
}

/** What a visitor fills in: their name, their host, and that they agree. */
export const ArrivalForm = ({ form: asked, passes, onSignedIn, onChanged }: Props) => {
  const { t } = useTranslation('visitors')
  const [host, setHost] = useState<FoundName | null>(null)
  const [hasAgreed, setAgreed] = useState(false)
  const [isReminded, setReminded] = useState(false)
  const { agreements, expected, needsHost } = asked
  const { field, values, failure, isBusy, formProps } = useApiForm({
    initial: { name: expected?.name ?? '', email: '', hostId: '' },
    schema: visitorsApi.signIn.body.pick({ name: true, email: true }),
    submit: ({ name, email }) => {
      const hostId = host?.id ?? null
      const versionIds = agreements.map(({ versionId }) => versionId)
      // The form is left before it is asked again what it asks for.
      return refreshAfter(async () => onSignedIn(await signIn({ ...passes, name, email, hostId, versionIds })))
    },
    explain: (error) => {
      if (!hasCode(error, 'agreementChanged')) return null
      setAgreed(false)
      onChanged()
      return { form: t('changed') }
    },
  })
  const hostError = field('hostId').error
  const mustAgree = agreements.length > 0 && !hasAgreed
  return (
    <Form
      {...formProps}
      onSubmit={(event) => {
        if (!mustAgree) return formProps.onSubmit(event)
        event.preventDefault()
        return setReminded(true)
      }}
    >
      <Stack gap="md">
        <TextInput {...field('name')} label={t('name')} autoComplete="name" maxLength={100} />
        <TextInput
          {...field('email')}
          label={t('email')}
          description={t('emailHint')}
          type="email"
          autoComplete="email"
        />
        {expected ? (
          <Text>
            {expected.hostName === null ? t('hostExpectedHidden') : t('hostExpected', { name: expected.hostName })}
          </Text>
        ) : (
          <VisitorNamePicker
            label={t('host')}
            hint={needsHost ? t('hostHint') : `${t('hostHint')} ${t('hostOptional')}`}
            none={t('hostNone')}
            error={typeof hostError === 'string' ? hostError : undefined}
            search={(text) => hostsQuery({ ...passes, text, visitorName: values.name.trim().slice(0, 100) })}
            chosen={host}
            onChoose={setHost}
          />
        )}
        {agreements.map(({ versionId, title, text }) => (
          <WordingCard key={versionId} title={title} text={text} headingOrder={2} />
        ))}
        {agreements.length > 0 ? (
          <Checkbox
            label={t('agree', { count: agreements.length })}
            checked={hasAgreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
            error={isReminded && !hasAgreed ? t('agreeFirst') : undefined}
          />
        ) : null}
        <FormError>{failure}</FormError>
        <Button type="submit" loading={isBusy}>
          {t('signIn')}
        </Button>
      </Stack>
    </Form>
  )
}
