import { expect, test } from 'vitest'
import { marksOfSchemas } from './forms.ts'

const blamed = (files: Record<string, string>) =>
  marksOfSchemas(new Map(Object.entries(files))).map((problem) => problem.split(':')[0])

test('a form or a mark that is written by hand is found', () => {
  const strays = {
    'web/src/doors/a-form.tsx': 'const F = () => <form onSubmit={send} />',
    'web/src/doors/b-dialog.tsx': "const F = () => <TextInput {...field('name')} required data-autofocus />",
    'web/src/doors/c-dialog.tsx': "const F = () => <TextInput {...field('name')} required />",
    'web/src/doors/d-dialog.tsx': "const F = () => <TextInput\n  {...field('name')}\n  required\n/>",
    'web/src/doors/e-dialog.tsx': "const F = () => <TextInput {...field('name')} required={isNew} />",
    'web/src/doors/f-dialog.tsx': 'const F = () => <Select withAsterisk {...props} />',
    'web/src/doors/k-card.tsx': 'const F = () => <TextInput value={typed} onChange={(event) => type(event)} />',
    'web/src/doors/l-card.tsx': 'const F = () => <Select label="Door" {...shared} />',
    'web/src/doors/m-card.tsx': 'const F = () => <Card><SavedTextField name="name" /></Card>',
  }
  const right = {
    'contract/src/doors/routes.ts': '',
    'web/src/doors/g-form.tsx': "const F = () => <Form><TextInput {...field('name')} /></Form>",
    'web/src/doors/h-picker.tsx': 'const F = () => <Select required={field.required} />',
    'web/src/doors/i-card.tsx': 'const F = () => <p id="required">{t(\'required\')}</p> // required',
    'web/src/doors/i-filter-form.tsx': 'const F = () => <TextInput value={typed} />',
    'web/src/doors/j-card.tsx': `const F = () => (
      <Card>
        <RequiredMarks />
        <SavedTextField name="name" />
        <TextInput onChange={(event) => type(event)} {...requiredBy(shape.name)} />
        <TextInput
          // Unmarked: it finds doors.
          onChange={(event) => type(event)}
        />
        <Select allowDeselect={false} />
        <TextInput {...props} readOnly />
      </Card>
    )`,
    'web/src/doors/i-card.test.tsx': 'const F = () => <form />',
    'web/src/platform/form/form.tsx': 'const F = () => <form />',
  }
  expect(blamed({ ...right, ...strays })).toEqual(Object.keys(strays))
})
