import { Button, Card, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { TypedFutureDay } from '@spacekeeper/contract/days.ts'
import { IssueChanges, type StaffIssueDetail } from '@spacekeeper/contract/issues/shapes.ts'
import { issueStates } from '@spacekeeper/contract/issues/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { z } from 'zod'
import { type ApiForm, useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { changeReport, ownersQuery } from './api.ts'
import { issueStateWords } from './words.ts'

/** What a browser's fields hold, as the contract reads it. */
const TypedWork = z.object({
  state: IssueChanges.shape.state,
  ownerId: z.string().transform((typed) => (typed === '' ? null : Number(typed))),
  dueOn: TypedFutureDay,
})

type WorkValues = { state: StaffIssueDetail['state']; ownerId: string; dueOn: string }

type FollowedForm = Pick<ApiForm<WorkValues>, 'values' | 'set'>

/** Shows what others change meanwhile, field by field, except where something else was chosen here. */
const useFollowed = ({ values, set }: FollowedForm, { state, ownerId, dueOn }: WorkValues) => {
  const shown = useRef<WorkValues>({ state, ownerId, dueOn })
  const follow = useEffectEvent((now: WorkValues) => {
    for (const name of keysOf(now)) if (values[name] === shown.current[name]) set(name, now[name])
    shown.current = now
  })
  useEffect(() => follow({ state, ownerId, dueOn }), [state, ownerId, dueOn])
}

/** Who does it, until when, and how far it is. */
export const WorkCard = ({ issue }: { issue: StaffIssueDetail }) => {
  const { t } = useTranslation('issues')
  const { data } = useQuery(ownersQuery)
  const { id: issueId, state, owner, dueOn } = issue
  const known: WorkValues = { state, ownerId: owner ? String(owner.id) : '', dueOn: dueOn ?? '' }
  const { field, values, set, failure, isBusy, formProps } = useApiForm({
    initial: known,
    schema: TypedWork,
    submit: (changes) => changeReport({ issueId, ...changes }),
    onDone: () => {
      notify.done({ text: t('saved') })
    },
  })
  useFollowed({ values, set }, known)
  const others = data?.owners ?? []
  // An owner who no longer looks after devices stays to be read.
  const owners = owner && !others.some(({ id }) => id === owner.id) ? [owner, ...others] : others
  return (
    <Card component="section" aria-label={t('workTitle')}>
      <Title order={2} mb="sm">
        {t('workTitle')}
      </Title>
      <Form {...formProps}>
        <Stack gap="sm">
          <NativeSelect
            {...field('state')}
            label={t('fieldState')}
            data={issueStates.map((value) => ({ value, label: t(issueStateWords[value]) }))}
          />
          <NativeSelect
            {...field('ownerId')}
            label={t('fieldOwner')}
            data={[
              { value: '', label: t('noOwner') },
              ...owners.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <TextInput {...field('dueOn')} type="date" label={t('fieldDue')} />
          {values.state === 'done' && state !== 'done' ? (
            <Text size="sm" c="dimmed">
              {t('doneHint')}
            </Text>
          ) : null}
          {failure ? <FormError>{failure}</FormError> : null}
          <Button type="submit" loading={isBusy}>
            {t('saveWork')}
          </Button>
        </Stack>
      </Form>
    </Card>
  )
}
