import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { Id } from '@spacekeeper/contract/route.ts'
import { visitorsApi } from '@spacekeeper/contract/visitors/routes.ts'
import type { FoundName, VisitorForm, VisitorPass } from '@spacekeeper/contract/visitors/shapes.ts'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { newKey } from '#platform/api/idempotency-key.ts'
import { refreshAfter } from '#platform/api/refresh.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { requiredBy } from '#platform/form/required-fields.ts'
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

const { name, email, hostId } = visitorsApi.signIn.body.shape

/** One key for each name and host: sent again after a lost answer, it is the same visitor. */
const useKey = () => {
  const [keys] = useState(() => new Map<string, string>())
  return (who: string) => {
    const key = keys.get(who) ?? newKey()
    keys.set(who, key)
    return key
  }
}

/** What a visitor fills in: their name, their host, and that they agree. */
export const ArrivalForm = ({ form: asked, passes, onSignedIn, onChanged }: Props) => {
  const { t } = useTranslation('visitors')
  const [host, setHost] = useState<FoundName | null>(null)
  const keyOf = useKey()
  const { agreements, expected, needsHost } = asked
  const mustAgree = agreements.length > 0
  const schema = useMemo(
    () =>
      z.object({
        name,
        email,
        // A name that was typed is not thrown away.
        hostId: z.string().refine((typed) => host !== null || typed.trim() === '', t('hostChoose')),
        agrees: mustAgree ? z.literal(true, t('agreeFirst')) : z.boolean(),
      }),
    [mustAgree, host, t],
  )
  const { field, values, set, failure, isBusy, formProps } = useApiForm({
    initial: { name: expected?.name ?? '', email: '', hostId: '', agrees: false },
    schema,
    submit: ({ agrees: _ticked, ...typed }) => {
      const versionIds = agreements.map(({ versionId }) => versionId)
      const guest = { ...typed, hostId: host?.id ?? null, idempotencyKey: keyOf(`${typed.name} ${host?.id}`) }
      // The form is left before it is asked again what it asks for.
      return refreshAfter(async () => onSignedIn(await signIn({ ...passes, ...guest, versionIds })))
    },
    explain: (error) => {
      if (!hasCode(error, 'agreementChanged')) return null
      set('agrees', false)
      onChanged()
      return { form: t('changed') }
    },
  })
  const hostError = field('hostId').error
  return (
    <Form {...formProps}>
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
            {...requiredBy(needsHost ? Id : hostId, null)}
            hint={needsHost ? t('hostHint') : `${t('hostHint')} ${t('hostOptional')}`}
            none={t('hostNone')}
            error={typeof hostError === 'string' ? hostError : undefined}
            search={(text) => hostsQuery({ ...passes, text, visitorName: values.name.trim().slice(0, 100) })}
            chosen={host}
            onChoose={setHost}
            onType={(text) => set('hostId', text)}
          />
        )}
        {agreements.map(({ versionId, title, text }) => (
          <WordingCard key={versionId} title={title} text={text} headingOrder={2} />
        ))}
        {mustAgree ? (
          <Checkbox {...field('agrees', 'checkbox')} label={t('agree', { count: agreements.length })} />
        ) : null}
        <FormError>{failure}</FormError>
        <Button type="submit" loading={isBusy}>
          {t('signIn')}
        </Button>
      </Stack>
    </Form>
  )
}
