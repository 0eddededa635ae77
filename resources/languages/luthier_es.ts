<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Otra vez</translation>
    </message>
    <message>
        <source>Write this answer again</source>
        <translation>Escribir de nuevo esta respuesta</translation>
    </message>
    <message>
        <source>Add to data</source>
        <translation>Añadir a los datos</translation>
    </message>
    <message>
        <source>Save this question and answer as an example to learn from</source>
        <translation>Guardar esta pregunta y su respuesta como ejemplo para aprender</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Seguir</translation>
    </message>
    <message>
        <source>It was cut off: let it go on</source>
        <translation>Se cortó: déjala seguir</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Mostrar menos</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>La respuesta</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Hecho</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Pensamientos</translation>
    </message>
    <message>
        <source>Calls {name}</source>
        <translation>Llama a {name}</translation>
    </message>
    <message>
        <source>Calls a tool</source>
        <translation>Llama a una herramienta</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>Listo.</translation>
    </message>
    <message>
        <source>Reading {done} of {total} tokens…</source>
        <translation>Leyendo {done} de {total} tokens…</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>Empezando…</translation>
    </message>
    <message>
        <source>The vote could not be written down</source>
        <translation>El voto no se pudo anotar</translation>
    </message>
    <message>
        <source>The example could not be kept</source>
        <translation>El ejemplo no se pudo guardar</translation>
    </message>
    <message>
        <source>Both answers are the same, so there is nothing to choose.</source>
        <translation>Las dos respuestas son iguales, así que no hay nada que elegir.</translation>
    </message>
    <message>
        <source>You: {question}</source>
        <translation>Tú: {question}</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>La pregunta</translation>
    </message>
    <message>
        <source>Ask this</source>
        <translation>Preguntar esto</translation>
    </message>
    <message>
        <source>It was not trained on these, so it cannot know facts that only they contain:</source>
        <translation>No se entrenó con estas, así que no puede saber lo que solo ellas contienen:</translation>
    </message>
    <message>
        <source>Conversations (*.jsonl)</source>
        <translation>Conversaciones (*.jsonl)</translation>
    </message>
    <message>
        <source>Another &amp;file…</source>
        <translation>Otro &amp;archivo…</translation>
    </message>
    <message>
        <source>Train on the&amp;se</source>
        <translation>&amp;Entrenar con ellos</translation>
    </message>
    <message>
        <source>Replaced your earlier answer. {examples} in {name}.</source>
        <translation>Tu respuesta anterior se ha sustituido. {examples} en {name}.</translation>
    </message>
    <message>
        <source>Kept. {examples} in {name}: this one, and the rows of {data}.</source>
        <translation>Guardado. {examples} en {name}: este y las filas de {data}.</translation>
    </message>
    <message>
        <source>Keep examples in</source>
        <translation>Guardar los ejemplos en</translation>
    </message>
    <message>
        <source>Examples are kept in {name}.</source>
        <translation>Los ejemplos se guardan en {name}.</translation>
    </message>
    <message numerus="yes">
        <source>{number} examples are</source>
        <comment>1 example is</comment>
        <translation>
            <numerusform>1 ejemplo</numerusform>
            <numerusform>{number} ejemplos</numerusform>
        </translation>
    </message>
    <message>
        <source>Kept. {examples} in {name}.</source>
        <translation>Guardado. {examples} en {name}.</translation>
    </message>
    <message>
        <source>That one is in {name} already; {examples} there.</source>
        <translation>Ese ya está en {name}; {examples} allí.</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Copiar código</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>How ad&amp;venturous</source>
        <translation>Cuánta &amp;variedad</translation>
    </message>
    <message>
        <source>Avoid repeating</source>
        <translation>Evitar repetir</translation>
    </message>
    <message>
        <source>1: off. 1.1 helps small models that repeat themselves.</source>
        <translation>1: nada. 1.1 ayuda a modelos pequeños que dan vueltas.</translation>
    </message>
    <message>
        <source>Instructions for the model</source>
        <translation>Lo que se le dice primero al modelo</translation>
    </message>
    <message>
        <source>Strength of the adapter</source>
        <translation>Fuerza del adaptador</translation>
    </message>
    <message>
        <source>0: always the likeliest word. 1: as varied as the model learnt.</source>
        <translation>0: siempre la palabra más probable. 1: tan variado como aprendió el modelo.</translation>
    </message>
    <message>
        <source>Most likely words</source>
        <translation>Palabras más probables</translation>
    </message>
    <message>
        <source>The likeliest words that together have this chance. 1: all.</source>
        <translation>Las palabras más probables que juntas tienen esta probabilidad. 1: todas.</translation>
    </message>
    <message>
        <source>Leave out unlikely words</source>
        <translation>Omitir palabras improbables</translation>
    </message>
    <message>
        <source>Those below this part of the likeliest word&apos;s chance.</source>
        <translation>Las que están por debajo de esta parte de la probabilidad de la palabra más probable.</translation>
    </message>
    <message>
        <source>For example: Be brief.</source>
        <translation>Por ejemplo: Sé breve.</translation>
    </message>
    <message>
        <source>Among how many words</source>
        <translation>Entre cuántas palabras</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Respuesta más larga</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> tokens</translation>
    </message>
    <message>
        <source>Room for the conversation</source>
        <translation>Espacio para la conversación</translation>
    </message>
    <message>
        <source>as it needs</source>
        <translation>según necesite</translation>
    </message>
    <message>
        <source>Continue my text</source>
        <translation>Seguir mi texto</translation>
    </message>
    <message>
        <source>It continues your text instead of answering, as a model that learnt a book does.</source>
        <translation>Continúa tu texto en lugar de responder, como un modelo que aprendió un libro.</translation>
    </message>
    <message>
        <source>It thinks before it answers: slower, but better at working things out.</source>
        <translation>Piensa antes de responder: más lento, pero mejor para resolver problemas.</translation>
    </message>
    <message>
        <source>The same answer every time</source>
        <translation>Siempre la misma respuesta</translation>
    </message>
    <message>
        <source>&amp;Hide the names until I choose</source>
        <translation>&amp;Ocultar los nombres hasta que elija</translation>
    </message>
    <message>
        <source>Back to the usual</source>
        <translation>Volver a lo habitual</translation>
    </message>
    <message>
        <source>How much of the training counts</source>
        <translation>Cuánto cuenta el entrenamiento</translation>
    </message>
    <message>
        <source>Only this many of the likeliest words.</source>
        <translation>Solo este número de palabras, las más probables.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>Instructions (optional)</source>
        <translation>Instrucciones (opcional)</translation>
    </message>
    <message>
        <source>How it answers</source>
        <translation>Cómo responde</translation>
    </message>
    <message>
        <source>Lon&amp;gest answer</source>
        <translation>Respuesta más &amp;larga</translation>
    </message>
    <message>
        <source>Changing it loads the model again.</source>
        <translation>Cambiarlo vuelve a cargar el modelo.</translation>
    </message>
    <message>
        <source>Load it &amp;again</source>
        <translation>Cargarlo de &amp;nuevo</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>Tu pregunta</translation>
    </message>
    <message>
        <source>Ask something</source>
        <translation>Pregunta algo</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter begins a new line</source>
        <translation>Intro envía, Mayús+Intro empieza otra línea</translation>
    </message>
    <message>
        <source>Se&amp;nd</source>
        <translation>E&amp;nviar</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Parar</translation>
    </message>
    <message>
        <source>{title} can answer now</source>
        <translation>{title} ya puede responder</translation>
    </message>
    <message>
        <source>Cop&amp;y all</source>
        <translation>Cop&amp;iar todo</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>&amp;Vaciar</translation>
    </message>
    <message>
        <source>Bring bac&amp;k</source>
        <translation>&amp;Recuperar</translation>
    </message>
    <message>
        <source>O&amp;ptions</source>
        <translation>&amp;Opciones</translation>
    </message>
    <message>
        <source>This run cannot be opened</source>
        <translation>Este entrenamiento no se puede abrir</translation>
    </message>
    <message>
        <source>There is nothing to talk to yet</source>
        <translation>Todavía no hay con quién hablar</translation>
    </message>
    <message>
        <source>&amp;Talk to it</source>
        <translation>&amp;Hablar con él</translation>
    </message>
    <message>
        <source>Something else was chosen to talk to.</source>
        <translation>Se eligió otra cosa con la que hablar.</translation>
    </message>
    <message>
        <source>Begin a text</source>
        <translation>Empieza un texto</translation>
    </message>
    <message>
        <source>The strengths could not be measured</source>
        <translation>No se pudieron medir las fuerzas</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Run or model</source>
        <translation>Entrenamiento o modelo</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Punto guardado</translation>
    </message>
    <message>
        <source>Which answers</source>
        <translation>Qué respuestas</translation>
    </message>
    <message>
        <source>Train on yo&amp;ur votes</source>
        <translation>Entrenar con &amp;tus votos</translation>
    </message>
    <message>
        <source>Before and after, side by side</source>
        <translation>Antes y después, lado a lado</translation>
    </message>
    <message>
        <source>Only after training</source>
        <translation>Solo después de entrenar</translation>
    </message>
    <message>
        <source>Only before training</source>
        <translation>Solo antes de entrenar</translation>
    </message>
    <message>
        <source>Whose answers</source>
        <translation>Quién responde</translation>
    </message>
    <message>
        <source>It learns which of two answers you like better. An answer that you edited counts as better than the model&apos;s own. To change how it answers other questions, it takes about a hundred of these.</source>
        <translation>Aprende cuál de dos respuestas te gusta más. Una respuesta que editaste cuenta como mejor que la del modelo. Para cambiar cómo responde a otras preguntas hacen falta unas cien.</translation>
    </message>
    <message>
        <source>Is it &amp;better?</source>
        <translation>¿Es m&amp;ejor?</translation>
    </message>
    <message>
        <source>Ta&amp;ke it to Ollama</source>
        <translation>&amp;Llevarlo a Ollama</translation>
    </message>
    <message>
        <source>Step {step} is no longer kept, so another checkpoint answers.</source>
        <translation>El paso {step} ya no se guarda, así que responde otro punto guardado.</translation>
    </message>
    <message>
        <source>{name} is no longer where it was, so something else is chosen.</source>
        <translation>{name} ya no está donde estaba, así que se ha elegido otra cosa.</translation>
    </message>
    <message>
        <source>The newest</source>
        <translation>El más nuevo</translation>
    </message>
    <message>
        <source>trained from {name}</source>
        <translation>entrenado desde {name}</translation>
    </message>
    <message>
        <source>The sample model</source>
        <translation>El modelo de ejemplo</translation>
    </message>
    <message>
        <source>The process that answers has ended.</source>
        <translation>El proceso que responde ha terminado.</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Conversación</translation>
    </message>
    <message>
        <source>Show earlier</source>
        <translation>Mostrar lo anterior</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Seleccionar todo</translation>
    </message>
    <message>
        <source>There is nothing to talk to yet. Train a model, or get one on the Model page.</source>
        <translation>Todavía no hay con quién hablar. Entrena un modelo, o consigue uno en la página Modelo.</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Cargando el modelo…</translation>
    </message>
    <message>
        <source>Question replaced, and what followed is gone.</source>
        <translation>Pregunta sustituida; lo que seguía ya no está.</translation>
    </message>
    <message>
        <source>Answer replaced, and what followed is gone.</source>
        <translation>Respuesta sustituida; lo que seguía ya no está.</translation>
    </message>
    <message>
        <source>The model is no longer there</source>
        <translation>El modelo ya no está</translation>
    </message>
    <message>
        <source>The model could not be loaded</source>
        <translation>No se pudo cargar el modelo</translation>
    </message>
    <message>
        <source>It was trained with DoRA, which is merged into the model: it can only be on or off.</source>
        <translation>Se entrenó con DoRA, que se fusiona en el modelo: solo puede estar activado o no.</translation>
    </message>
    <message>
        <source>There is no adapter here, so there is nothing to weigh.</source>
        <translation>Aquí no hay adaptador, así que no hay nada que graduar.</translation>
    </message>
    <message>
        <source>Measure some strengths</source>
        <translation>Medir algunas fuerzas</translation>
    </message>
    <message>
        <source>What each strength keeps</source>
        <translation>Lo que conserva cada fuerza</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Fuerza</translation>
    </message>
    <message>
        <source>0: as before training. 1: as trained. Far above 1 the answers fall apart.</source>
        <translation>0: como antes de entrenar. 1: como se entrenó. Muy por encima de 1 las respuestas se deshacen.</translation>
    </message>
    <message>
        <source>Asks the questions that were kept for testing at several strengths, and measures what else has changed.</source>
        <translation>Hace con varias fuerzas las preguntas reservadas para probar, y mide qué más ha cambiado.</translation>
    </message>
    <message>
        <source>Your questions</source>
        <translation>Tus preguntas</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>Todo lo demás</translation>
    </message>
    <message>
        <source>the conversation is too long for the model: your next question drops its beginning</source>
        <translation>la conversación no tiene más sitio: la próxima pregunta deja fuera su comienzo</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>detenida</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} tokens</translation>
    </message>
    <message>
        <source>{tok_s} tokens/s</source>
        <translation>{tok_s} tokens/s</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>editada por ti</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Pensando…</translation>
    </message>
    <message>
        <source>Thought for {thinking_s}</source>
        <translation>Pensó durante {thinking_s}</translation>
    </message>
    <message>
        <source>Step {step}</source>
        <translation>Paso {step}</translation>
    </message>
    <message>
        <source>loss {loss}</source>
        <translation>pérdida {loss}</translation>
    </message>
    <message>
        <source>best</source>
        <translation>mejor</translation>
    </message>
    <message>
        <source>Ask something, and see what the model says.

After a training you see two answers side by side: the model&apos;s after it, and before it.</source>
        <translation>Pregunta algo y mira qué dice el modelo.

Tras un entrenamiento ves dos respuestas lado a lado: la de después y la de antes.</translation>
    </message>
    <message>
        <source>Your first question loads the model.</source>
        <translation>Tu primera pregunta carga el modelo.</translation>
    </message>
    <message>
        <source>Unloaded after a while without questions. Your next question loads it again.</source>
        <translation>Fuera de la memoria tras un rato sin preguntas. Tu próxima pregunta lo carga de nuevo.</translation>
    </message>
    <message>
        <source>A training needs the memory, so the model was unloaded. Your next question loads it again if there is room.</source>
        <translation>Un entrenamiento necesita la memoria, así que el modelo ha salido de ella. Tu próxima pregunta lo carga de nuevo si hay sitio.</translation>
    </message>
    <message>
        <source>It is still answering. Press Escape to stop it; what you typed stays.</source>
        <translation>Todavía está respondiendo. Pulsa Escape para pararlo; lo que escribiste se queda.</translation>
    </message>
    <message>
        <source>It continues the text that you begin, instead of answering.</source>
        <translation>Continúa el texto que empiezas, en lugar de responder.</translation>
    </message>
    <message>
        <source>A training is running at the same time, so both are slower.</source>
        <translation>A la vez hay un entrenamiento en marcha, así que ambos van más lentos.</translation>
    </message>
    <message>
        <source>cut off: it reached the longest answer allowed</source>
        <translation>cortada: llegó a la longitud máxima permitida</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>más reciente</translation>
    </message>
    <message numerus="yes">
        <source>You changed {number} answers.</source>
        <comment>You changed 1 answer.</comment>
        <translation>
            <numerusform>Cambiaste 1 respuesta.</numerusform>
            <numerusform>Cambiaste {number} respuestas.</numerusform>
        </translation>
    </message>
    <message>
        <source>Your votes: after training {tuned}, before {base}, equal {equal}.</source>
        <translation>Tus votos: después de entrenar {tuned}, antes {base}, igual {equal}.</translation>
    </message>
    <message>
        <source>After is better</source>
        <translation>Mejor después</translation>
    </message>
    <message>
        <source>Before is better</source>
        <translation>Mejor antes</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>Igual</translation>
    </message>
    <message>
        <source>{name} is better</source>
        <translation>{name} es mejor</translation>
    </message>
    <message>
        <source>Th&amp;ink first</source>
        <translation>&amp;Pensar primero</translation>
    </message>
    <message>
        <source>The row as text</source>
        <translation>La fila como texto</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Rechazada</translation>
    </message>
    <message>
        <source>{text}…

({more} more characters)</source>
        <translation>{text}…

({more} caracteres más)</translation>
    </message>
    <message>
        <source>Sa&amp;ve a cleaned copy…</source>
        <translation>&amp;Guardar una copia limpia…</translation>
    </message>
    <message>
        <source>Writes the rows that are used to a new file. Yours stays as it is.</source>
        <translation>Escribe las filas que se usan en un archivo nuevo. El tuyo se queda como está.</translation>
    </message>
    <message>
        <source>Try the sample conversations</source>
        <translation>Probar con las conversaciones de ejemplo</translation>
    </message>
    <message>
        <source>Try the sample text</source>
        <translation>Probar con el texto de ejemplo</translation>
    </message>
    <message>
        <source>Examples of what the model should say</source>
        <translation>Ejemplos de lo que debería decir el modelo</translation>
    </message>
    <message>
        <source>Drop a file or a folder anywhere on this page, or choose one.</source>
        <translation>Suelta un archivo o una carpeta en cualquier parte de esta página, o elige uno.</translation>
    </message>
    <message>
        <source>How much, and what for</source>
        <translation>Cuánto, y para qué</translation>
    </message>
    <message>
        <source>Ro&amp;ws</source>
        <translation>&amp;Filas</translation>
    </message>
    <message>
        <source>Notes and f&amp;igures</source>
        <translation>Notas y c&amp;ifras</translation>
    </message>
    <message>
        <source>Not use&amp;d</source>
        <translation>Sin &amp;usar</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Leer de nuevo</translation>
    </message>
    <message>
        <source>Views of the data</source>
        <translation>Qué ver de los datos</translation>
    </message>
    <message>
        <source>&amp;Use this data</source>
        <translation>&amp;Usar estos datos</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>Leyendo {name}…</translation>
    </message>
    <message>
        <source>Add other wordings of the &amp;questions…</source>
        <translation>Añadir otras &amp;preguntas equivalentes…</translation>
    </message>
    <message>
        <source>Nothing looks wrong.</source>
        <translation>Todo parece correcto.</translation>
    </message>
    <message>
        <source>{notes} notes</source>
        <translation>{notes} notas</translation>
    </message>
    <message>
        <source>Excel, CSV, JSON, text, PDF…</source>
        <translation>Excel, CSV, JSON, texto, PDF…</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(ninguna)</translation>
    </message>
    <message>
        <source>As it looks</source>
        <translation>Según parece</translation>
    </message>
    <message>
        <source>How the file is read</source>
        <translation>Cómo se lee el archivo</translation>
    </message>
    <message>
        <source>First row is the columns&apos; names</source>
        <translation>La primera fila nombra las columnas</translation>
    </message>
    <message>
        <source>Which sheet is read</source>
        <translation>Qué hoja se lee</translation>
    </message>
    <message>
        <source>Encoding of the text</source>
        <translation>Codificación del texto</translation>
    </message>
    <message>
        <source>Which answers are learnt</source>
        <translation>Qué respuestas se aprenden</translation>
    </message>
    <message>
        <source>Every answer</source>
        <translation>Cada respuesta</translation>
    </message>
    <message>
        <source>The last answer of each</source>
        <translation>La última respuesta de cada una</translation>
    </message>
    <message>
        <source>Everything, questions too</source>
        <translation>Todo, también las preguntas</translation>
    </message>
    <message>
        <source>Whether thoughts are learnt</source>
        <translation>Si se aprenden los pensamientos</translation>
    </message>
    <message>
        <source> % for testing</source>
        <translation> % para probar</translation>
    </message>
    <message>
        <source>With &amp;thoughts</source>
        <translation>Con &amp;pensamientos</translation>
    </message>
    <message>
        <source>Share of the rows that is kept for testing</source>
        <translation>Parte de las filas que se reserva para probar</translation>
    </message>
    <message>
        <source>Learn e&amp;qual rows once</source>
        <translation>Aprender filas i&amp;guales una vez</translation>
    </message>
    <message>
        <source>Mo&amp;re</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>Running text</source>
        <translation>Texto corrido</translation>
    </message>
    <message>
        <source>Column of {name}</source>
        <translation>Columna de {name}</translation>
    </message>
    <message>
        <source>&amp;Sheet</source>
        <translation>H&amp;oja</translation>
    </message>
    <message>
        <source>R&amp;ead as</source>
        <translation>&amp;Leer como</translation>
    </message>
    <message>
        <source>Encodin&amp;g</source>
        <translation>&amp;Codificación</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>&amp;Aprender</translation>
    </message>
    <message>
        <source>Keep &amp;back</source>
        <translation>&amp;Reservar</translation>
    </message>
    <message>
        <source>the sample model</source>
        <translation>el modelo de ejemplo</translation>
    </message>
    <message>
        <source>It was not saved</source>
        <translation>No se guardó</translation>
    </message>
    <message>
        <source>This cannot be used as it is</source>
        <translation>Así no se puede usar</translation>
    </message>
    <message>
        <source> Counting…</source>
        <translation> Contando…</translation>
    </message>
    <message>
        <source>Rows that are not used</source>
        <translation>Filas que no se usan</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Search in all of it</source>
        <translation>Buscar en todo</translation>
    </message>
    <message>
        <source>Rows about documents that the rules are not sure of</source>
        <translation>Filas sobre documentos de las que las reglas no están seguras</translation>
    </message>
    <message>
        <source>Rows of the data</source>
        <translation>Filas de los datos</translation>
    </message>
    <message>
        <source>Only d&amp;oubtful rows</source>
        <translation>Solo filas d&amp;udosas</translation>
    </message>
    <message>
        <source>Delete leaves a row out, K keeps it; then comes the next. E edits it.</source>
        <translation>Supr omite una fila, K la conserva; después viene la siguiente. E la edita.</translation>
    </message>
    <message>
        <source>Nothing found for “{wanted}”.</source>
        <translation>Nada de aquí dice «{wanted}».</translation>
    </message>
    <message>
        <source>No doubtful rows here.</source>
        <translation>Aquí no hay ninguna fila dudosa.</translation>
    </message>
    <message>
        <source>Text of {role}</source>
        <translation>Texto de {role}</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Point at a token (a word, or a piece of one) to see whether it is learnt, and why.</source>
        <translation>Señala un token (una palabra o un trozo de ella) para ver si se aprende, y por qué.</translation>
    </message>
    <message>
        <source>What you change here is saved to a new file; yours stays as it is.</source>
        <translation>Lo que cambies aquí se guarda en un archivo nuevo; el tuyo queda como está.</translation>
    </message>
    <message>
        <source>Show rows as to&amp;kens</source>
        <translation>Mostrar las filas como to&amp;kens</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Omitir</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Recuperar</translation>
    </message>
    <message>
        <source>learnt</source>
        <translation>aprendido</translation>
    </message>
    <message>
        <source>grey: only read</source>
        <translation>gris: solo se lee</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Texto (*.txt)</translation>
    </message>
    <message>
        <source>Rows (*.jsonl)</source>
        <translation>Filas (*.jsonl)</translation>
    </message>
    <message>
        <source>Save the usable rows</source>
        <translation>Guardar lo que se puede usar</translation>
    </message>
    <message>
        <source>What to learn from</source>
        <translation>De qué aprender</translation>
    </message>
    <message>
        <source>Data &amp;file</source>
        <translation>Archivo de &amp;datos</translation>
    </message>
    <message>
        <source>Make &amp;questions of it…</source>
        <translation>&amp;Hacer preguntas de esto…</translation>
    </message>
    <message>
        <source>Length of the rows</source>
        <translation>Longitud de las filas</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>filas</translation>
    </message>
    <message>
        <source>Half of {rows} rows have at most {median} tokens, 95% at most {most}, the longest {tokens}.</source>
        <translation>La mitad de {rows} filas tiene como mucho {median} tokens, el 95 % como mucho {most}, la más larga {tokens}.</translation>
    </message>
    <message>
        <source>Worth knowing</source>
        <translation>Conviene saber</translation>
    </message>
    <message>
        <source>The rows</source>
        <translation>Las filas</translation>
    </message>
    <message>
        <source>{place}: {tokens}, {trained} learnt</source>
        <translation>{place}: {tokens}, se aprenden {trained}</translation>
    </message>
    <message numerus="yes">
        <source>{n} tokens</source>
        <comment>{n} token</comment>
        <translation>
            <numerusform>{n} token</numerusform>
            <numerusform>{n} tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows</source>
        <comment>{n} row</comment>
        <translation>
            <numerusform>{n} fila</numerusform>
            <numerusform>{n} filas</numerusform>
        </translation>
    </message>
    <message>
        <source>, perhaps more</source>
        <translation>, quizá más</translation>
    </message>
    <message>
        <source>{one} and {other}: {share} in common</source>
        <translation>{one} y {other}: {share} en común</translation>
    </message>
    <message>
        <source>Half have at most</source>
        <translation>La mitad tiene como mucho</translation>
    </message>
    <message>
        <source>{median} tokens</source>
        <translation>{median} tokens</translation>
    </message>
    <message>
        <source>95% have at most</source>
        <translation>El 95 % tiene como mucho</translation>
    </message>
    <message>
        <source>{most} tokens</source>
        <translation>{most} tokens</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Las más largas</translation>
    </message>
    <message>
        <source>Shortest answers</source>
        <translation>Respuestas más cortas</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Idiomas</translation>
    </message>
    <message>
        <source>Nearly the same</source>
        <translation>Casi iguales</translation>
    </message>
    <message>
        <source>Read it all</source>
        <translation>Leer todo</translation>
    </message>
    <message>
        <source>it is from the system message</source>
        <translation>viene del mensaje del sistema</translation>
    </message>
    <message>
        <source>it is what the user says</source>
        <translation>es lo que dice el usuario</translation>
    </message>
    <message>
        <source>it is what a tool answers</source>
        <translation>es lo que responde una herramienta</translation>
    </message>
    <message>
        <source>the model&apos;s template writes it around the messages</source>
        <translation>la plantilla del modelo lo escribe alrededor de los mensajes</translation>
    </message>
    <message>
        <source>it is not part of an answer</source>
        <translation>no es parte de una respuesta</translation>
    </message>
    <message>
        <source>only the last answer is learnt, as chosen</source>
        <translation>solo se aprende la última respuesta, como elegiste</translation>
    </message>
    <message>
        <source>it is an answer</source>
        <translation>es una respuesta</translation>
    </message>
    <message>
        <source>the data says not to learn this answer (weight 0)</source>
        <translation>los datos dicen que no se aprenda esta respuesta (peso 0)</translation>
    </message>
    <message>
        <source>it is what the model thinks before it answers</source>
        <translation>es lo que el modelo piensa antes de responder</translation>
    </message>
    <message>
        <source>the model&apos;s template cuts its thoughts out here, and alone it would teach the model not to think</source>
        <translation>la plantilla del modelo quita aquí los pensamientos, y por sí solo le enseñaría a no pensar</translation>
    </message>
    <message>
        <source>the model writes it to call a tool</source>
        <translation>el modelo lo escribe para llamar a una herramienta</translation>
    </message>
    <message>
        <source>the model writes it around its answers, such as empty thoughts</source>
        <translation>el modelo lo escribe alrededor de sus respuestas, como pensamientos vacíos</translation>
    </message>
    <message>
        <source>it ends the answer, so that the model learns to stop</source>
        <translation>termina la respuesta, para que el modelo aprenda a parar</translation>
    </message>
    <message>
        <source>nothing comes before it that it could follow from</source>
        <translation>antes no hay nada de lo que pudiera seguirse</translation>
    </message>
    <message>
        <source>everything is learnt, as chosen</source>
        <translation>se aprende todo, como elegiste</translation>
    </message>
    <message>
        <source>all of a text is learnt</source>
        <translation>se aprende el texto entero</translation>
    </message>
    <message>
        <source>As each row has them</source>
        <translation>Como estén en cada fila</translation>
    </message>
    <message>
        <source>Only rows with thoughts</source>
        <translation>Solo filas con pensamientos</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Omitidos</translation>
    </message>
    <message>
        <source>Left out, and learnt not to think</source>
        <translation>Omitidos, y aprende a no pensar</translation>
    </message>
    <message numerus="yes">
        <source>{n} pages are few: the model learns them by heart, but not their manner. {few_pages} or more are better.</source>
        <comment>1 page is not enough: the model learns it by heart, but not its manner. {few_pages} or more are better.</comment>
        <translation>
            <numerusform>Una página no basta: el modelo la aprende de memoria, pero no su manera. Mejor {few_pages} o más.</numerusform>
            <numerusform>{n} páginas son pocas: el modelo las aprende de memoria, pero no su manera. Mejor {few_pages} o más.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows are few: enough to try, but a model&apos;s manner only begins to change with {few_rows} to 100.</source>
        <comment>1 row is not enough to learn from: a model&apos;s manner only begins to change with {few_rows} to 100.</comment>
        <translation>
            <numerusform>Una fila no basta para aprender: la manera de un modelo solo empieza a cambiar con {few_rows} a 100.</numerusform>
            <numerusform>{n} filas son pocas: bastan para probar, pero la manera de un modelo solo empieza a cambiar con {few_rows} a 100.</numerusform>
        </translation>
    </message>
    <message>
        <source>{rows}, {unused} not used</source>
        <translation>{rows}, {unused} sin usar</translation>
    </message>
    <message>
        <source>Read for</source>
        <translation>Leído para</translation>
    </message>
    <message>
        <source>Kept for testing</source>
        <translation>Reservadas para probar</translation>
    </message>
    <message>
        <source>{tokens}, {share} of them in answers</source>
        <translation>{tokens}, {share} de ellos en respuestas</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>piensa</translation>
    </message>
    <message>
        <source>no thoughts</source>
        <translation>sin pensamientos</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistema</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Usuario</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Asistente</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Herramienta</translation>
    </message>
    <message>
        <source>not used: {problem}</source>
        <translation>no se usa: {problem}</translation>
    </message>
    <message>
        <source>the template leaves out: {left_out}</source>
        <translation>la plantilla omite: {left_out}</translation>
    </message>
    <message>
        <source>Answers to other &amp;questions</source>
        <translation>Respuestas a &amp;otras preguntas</translation>
    </message>
    <message>
        <source>Which questions are listed</source>
        <translation>Qué preguntas se muestran</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>You chose</source>
        <translation>Elegiste</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Esperado</translation>
    </message>
    <message>
        <source>Row {line} of {file}</source>
        <translation>Fila {line} de {file}</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>Preguntas y respuestas</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Conversaciones</translation>
    </message>
    <message>
        <source>It was a cold night when the bell rang for the third time. …</source>
        <translation>Era una noche fría cuando la campana sonó por tercera vez. …</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>una tabla</translation>
    </message>
    <message>
        <source>Read from {container}</source>
        <translation>Leído de {container}</translation>
    </message>
    <message>
        <source>several encodings</source>
        <translation>varias codificaciones</translation>
    </message>
    <message>
        <source>Read from {container} as {encoding}</source>
        <translation>Leído de {container} como {encoding}</translation>
    </message>
    <message>
        <source>page</source>
        <translation>página</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>páginas</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texto</translation>
    </message>
    <message>
        <source>question,answer
Who keeps the light?,&quot;The old keeper, and he has never missed a night.&quot;</source>
        <translation>question,answer
¿Quién cuida la luz?,&quot;El viejo farero, y nunca ha faltado una noche.&quot;</translation>
    </message>
    <message>
        <source>A text, PDF or Word file, or a folder of them: a book, letters, a diary.</source>
        <translation>Un archivo de texto, PDF o Word, o una carpeta de ellos: un libro, cartas, un diario.</translation>
    </message>
    <message>
        <source>JSON lines</source>
        <translation>líneas JSON</translation>
    </message>
    <message>
        <source>{read}. The columns were guessed: is that right?</source>
        <translation>{read}. Las columnas son una suposición: ¿es correcto?</translation>
    </message>
    <message>
        <source>row</source>
        <translation>fila</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>no se usa</translation>
    </message>
    <message>
        <source>An Excel, CSV or JSON table: one question and its answer per row.</source>
        <translation>Una tabla de Excel, CSV o JSON: una pregunta y su respuesta por fila.</translation>
    </message>
    <message>
        <source>Chats as OpenAI, ShareGPT and many programs write them, one a line.</source>
        <translation>Chats como los escriben OpenAI, ShareGPT y muchos programas, uno por línea.</translation>
    </message>
    <message>
        <source>50 to 100 good rows begin to change how a model answers; about 1,000 make a whole assistant. Of running text, use a book, not a page: a few pages are only learnt by heart.</source>
        <translation>Entre 50 y 100 buenas filas empiezan a cambiar cómo responde un modelo; unas 1000 hacen un asistente completo. De texto corrido usa un libro, no una página: unas pocas páginas solo se aprenden de memoria.</translation>
    </message>
    <message>
        <source>Running text teaches it to write like that text, not to answer. For that, use questions and answers.</source>
        <translation>El texto corrido le enseña a escribir así, no a responder. Para eso usa preguntas y respuestas.</translation>
    </message>
    <message>
        <source>{field} is “{column}”</source>
        <translation>{field} es «{column}»</translation>
    </message>
    <message>
        <source>No column has a usual name for questions or answers, so they were guessed: {columns}.</source>
        <translation>Ninguna columna tiene nombre de preguntas o respuestas, así que se han adivinado: {columns}.</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>En el archivo</translation>
    </message>
    <message>
        <source>To learn from</source>
        <translation>Para aprender</translation>
    </message>
    <message>
        <source>Too long</source>
        <translation>Demasiado largas</translation>
    </message>
    <message>
        <source>{rows}, whose oldest turns are cut off</source>
        <translation>{rows}, cuyos turnos más antiguos se cortan</translation>
    </message>
    <message>
        <source>With thoughts</source>
        <translation>Con pensamientos</translation>
    </message>
    <message>
        <source>The same as earlier ones</source>
        <translation>Iguales que otras anteriores</translation>
    </message>
    <message>
        <source>Not used: {why}</source>
        <translation>Sin usar: {why}</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>omitido</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>editadas</translation>
    </message>
    <message>
        <source>{parts}. “Use this data” saves it as a new file; yours stays as it is.</source>
        <translation>{parts}. «Usar estos datos» lo guarda en un archivo nuevo; el tuyo queda como está.</translation>
    </message>
    <message>
        <source> and </source>
        <translation> y </translation>
    </message>
    <message>
        <source>, {left} left out</source>
        <translation>, {left} omitidas</translation>
    </message>
    <message>
        <source>Saved, and opened here: {name}, {what}.</source>
        <translation>Guardado, y abierto aquí: {name}, {what}.</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(vacío)</translation>
    </message>
    <message>
        <source>“{quote}” – {whence}</source>
        <translation>«{quote}» – {whence}</translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>fila {number}</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>línea {number}</translation>
    </message>
    <message>
        <source>too short to tell</source>
        <translation>demasiado corto para saberlo</translation>
    </message>
    <message>
        <source>Tokens of the row</source>
        <translation>Tokens de la fila</translation>
    </message>
    <message>
        <source>Learnt</source>
        <translation>Aprendido</translation>
    </message>
    <message>
        <source>Read, not learnt</source>
        <translation>Leído, no aprendido</translation>
    </message>
    <message>
        <source>goes on with the character before it</source>
        <translation>continúa el carácter anterior</translation>
    </message>
    <message>
        <source>Token {place} of {ids}</source>
        <translation>Token {place} de {ids}</translation>
    </message>
    <message>
        <source>{number} · id {id} · {text} · {learnt}: {why}.</source>
        <translation>{number} · id {id} · {text} · {learnt}: {why}.</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>Qué exportar</translation>
    </message>
    <message>
        <source>Str&amp;ength of what was learnt</source>
        <translation>Fu&amp;erza de lo aprendido</translation>
    </message>
    <message>
        <source>Looking for Ollama…</source>
        <translation>Buscando Ollama…</translation>
    </message>
    <message>
        <source>Choose where it goes.</source>
        <translation>Elige a dónde va.</translation>
    </message>
    <message>
        <source>Choose the &amp;zip file…</source>
        <translation>Elegir el archivo &amp;zip…</translation>
    </message>
    <message>
        <source>Choose the fo&amp;lder…</source>
        <translation>Elegir la &amp;carpeta…</translation>
    </message>
    <message>
        <source>What came back</source>
        <translation>Lo que volvió</translation>
    </message>
    <message>
        <source>Save to</source>
        <translation>Guardar en</translation>
    </message>
    <message>
        <source>{free} free</source>
        <translation>{free} libres</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>Archivos zip (*.zip)</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>El modelo entero</translation>
    </message>
    <message>
        <source>For Python (PEFT)</source>
        <translation>Para Python (PEFT)</translation>
    </message>
    <message>
        <source>Ollama, a free program to talk to models, is not installed.</source>
        <translation>Ollama, un programa gratuito para hablar con modelos, no está instalado.</translation>
    </message>
    <message>
        <source>You can export the folder now and add it later.</source>
        <translation>Puedes exportar la carpeta ahora y añadirla más tarde.</translation>
    </message>
    <message>
        <source>Looked again, and nothing has changed.</source>
        <translation>Se ha buscado de nuevo y nada ha cambiado.</translation>
    </message>
    <message>
        <source>Ollama is not running. Open it and look again.</source>
        <translation>Ollama no está en marcha. Ábrelo y busca de nuevo.</translation>
    </message>
    <message>
        <source>Name on the hub</source>
        <translation>Nombre en el hub</translation>
    </message>
    <message>
        <source>Only I can see &amp;it</source>
        <translation>Solo yo &amp;puedo verlo</translation>
    </message>
    <message>
        <source>&amp;Name on the hub</source>
        <translation>&amp;Nombre en el hub</translation>
    </message>
    <message>
        <source>Save an access token first.</source>
        <translation>Guarda primero un token de acceso.</translation>
    </message>
    <message>
        <source>These files would be uploaded, and nothing else:</source>
        <translation>Se subirían estos archivos, y nada más:</translation>
    </message>
    <message>
        <source>Not uploaded: {left_out}{more}</source>
        <translation>No subido: {left_out}{more}</translation>
    </message>
    <message>
        <source>The base model&apos;s licence is not known. Look it up before you share this.</source>
        <translation>No se conoce la licencia del modelo base. Búscala antes de compartir esto.</translation>
    </message>
    <message>
        <source>To upload, get an access token that can write, and save it here. It stays in your system&apos;s keyring.</source>
        <translation>Para subirlo, consigue un token de acceso que pueda escribir y guárdalo aquí. Se queda en el llavero de tu sistema.</translation>
    </message>
    <message>
        <source>The base model&apos;s licence, {licence}, {restriction}.</source>
        <translation>La licencia del modelo base, {licence}, {restriction}.</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>It is back</source>
        <translation>Ha vuelto</translation>
    </message>
    <message>
        <source>{repo} is online</source>
        <translation>{repo} está en línea</translation>
    </message>
    <message>
        <source>{name} is in Ollama</source>
        <translation>{name} está en Ollama</translation>
    </message>
    <message>
        <source>Opens {download} in your browser</source>
        <translation>Abre {download} en tu navegador</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>&amp;Buscar de nuevo</translation>
    </message>
    <message>
        <source>Open it and look again, or export the folder now and add it later.</source>
        <translation>Ábrelo y vuelve a mirar, o exporta la carpeta ahora y añádela después.</translation>
    </message>
    <message>
        <source>Name in Ollama</source>
        <translation>Nombre en Ollama</translation>
    </message>
    <message>
        <source>&amp;Name in Ollama</source>
        <translation>&amp;Nombre en Ollama</translation>
    </message>
    <message>
        <source>Ollama {version} is running.</source>
        <translation>Ollama {version} está en marcha.</translation>
    </message>
    <message>
        <source>Ollama is not running. {how_to_start}</source>
        <translation>Ollama no está en marcha. {how_to_start}</translation>
    </message>
    <message>
        <source>Uploa&amp;d</source>
        <translation>&amp;Subir</translation>
    </message>
    <message>
        <source>&amp;Export the folder</source>
        <translation>&amp;Exportar la carpeta</translation>
    </message>
    <message>
        <source>The new export takes the place of the earlier one.</source>
        <translation>La exportación nueva ocupa el lugar de la anterior.</translation>
    </message>
    <message>
        <source>&amp;Replace it</source>
        <translation>&amp;Reemplazar</translation>
    </message>
    <message>
        <source>An export is running.</source>
        <translation>Hay una exportación en marcha.</translation>
    </message>
    <message>
        <source>Closing now discards what has been done so far.</source>
        <translation>Si cierras ahora, se pierde lo que ya está hecho.</translation>
    </message>
    <message>
        <source>&amp;Close anyway</source>
        <translation>&amp;Cerrar de todos modos</translation>
    </message>
    <message>
        <source>Talk to it &amp;here</source>
        <translation>&amp;Hablar con él aquí</translation>
    </message>
    <message>
        <source>&amp;Go to Train</source>
        <translation>&amp;Ir a Entrenar</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>{title} is done.</source>
        <translation>{title}: terminado.</translation>
    </message>
    <message>
        <source>It is here:</source>
        <translation>Está aquí:</translation>
    </message>
    <message>
        <source>That did not open</source>
        <translation>No se pudo abrir</translation>
    </message>
    <message>
        <source>Open LM Studio once, or choose a folder here and the same one in LM Studio under My Models.</source>
        <translation>Abre LM Studio una vez, o elige aquí una carpeta y la misma en LM Studio en My Models.</translation>
    </message>
    <message>
        <source>Chan&amp;ge…</source>
        <translation>Cam&amp;biar…</translation>
    </message>
    <message>
        <source>Change where it goes</source>
        <translation>Cambiar a dónde va</translation>
    </message>
    <message>
        <source>About {size}</source>
        <translation>Unos {size}</translation>
    </message>
    <message>
        <source>facts</source>
        <translation>datos</translation>
    </message>
    <message>
        <source>how to do things</source>
        <translation>cómo se hacen las cosas</translation>
    </message>
    <message>
        <source>what words mean</source>
        <translation>qué significan las palabras</translation>
    </message>
    <message>
        <source>summaries</source>
        <translation>resúmenes</translation>
    </message>
    <message>
        <source>Stop making rows?</source>
        <translation>¿Dejar de crear filas?</translation>
    </message>
    <message>
        <source>The rows that are finished stay, and the next time it goes on from there.</source>
        <translation>Las filas terminadas se conservan, y la próxima vez se sigue desde ahí.</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelos (*.gguf)</translation>
    </message>
    <message>
        <source>&amp;Model that writes</source>
        <translation>&amp;Modelo que escribe</translation>
    </message>
    <message>
        <source>A GGUF file</source>
        <translation>Un archivo GGUF</translation>
    </message>
    <message>
        <source>Ask each question in {n} &amp;other ways, too</source>
        <translation>Hacer cada pregunta también de {n} &amp;otras maneras</translation>
    </message>
    <message>
        <source>A model answers best in the words that it was trained with.</source>
        <translation>Un modelo responde mejor a las palabras con las que fue entrenado.</translation>
    </message>
    <message>
        <source>Teach it to say when the text does &amp;not answer</source>
        <translation>Enseñarle a decir cuándo el texto &amp;no responde</translation>
    </message>
    <message>
        <source>For each piece of the text, a question that it does not answer is added.</source>
        <translation>De cada parte del texto se añade una pregunta que este no responde.</translation>
    </message>
    <message>
        <source>&amp;Try {n} pieces</source>
        <translation>&amp;Probar {n} partes</translation>
    </message>
    <message>
        <source>&amp;Try {n} questions</source>
        <translation>&amp;Probar {n} preguntas</translation>
    </message>
    <message>
        <source>Make &amp;all rows</source>
        <translation>Hacer &amp;todas las filas</translation>
    </message>
    <message>
        <source>&amp;Use these rows</source>
        <translation>&amp;Usar estas filas</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Cerrar</translation>
    </message>
    <message>
        <source>No rows were made</source>
        <translation>No se hizo ninguna fila</translation>
    </message>
    <message>
        <source>Other wordings of the questions in {name}</source>
        <translation>Otras formulaciones de las preguntas de {name}</translation>
    </message>
    <message>
        <source>A model on this disk asks each question in {n} other ways; the answers stay. Choose a model of 3B or more (about 2 GB): smaller ones write little that can be used. Read some of it first.</source>
        <translation>Un modelo de este disco hace cada pregunta de otras {n} maneras; las respuestas no cambian. Elige un modelo de 3B o más (unos 2 GB): los más pequeños escriben poco que sirva. Lee antes una parte.</translation>
    </message>
    <message>
        <source>A model on this disk writes questions about your text and answers them; rows that say what the text does not are dropped. Choose a model of 3B or more (about 2 GB): smaller ones write little that can be used.</source>
        <translation>Un modelo de este disco escribe preguntas sobre tu texto y las responde; se descartan las filas que dicen lo que el texto no dice. Elige un modelo de 3B o más (unos 2 GB): los más pequeños escriben poco que sirva.</translation>
    </message>
    <message>
        <source>Questions and answers about {name}</source>
        <translation>Preguntas y respuestas sobre {name}</translation>
    </message>
    <message>
        <source>&amp;What is asked</source>
        <translation>&amp;Qué se pregunta</translation>
    </message>
    <message>
        <source>Rows that were tried</source>
        <translation>Filas de prueba</translation>
    </message>
    <message>
        <source>{rows} rows from {done} of {pieces} questions.</source>
        <translation>{rows} filas de {done} de {pieces} preguntas.</translation>
    </message>
    <message>
        <source>{rows} rows from {done} of {pieces} pieces.</source>
        <translation>{rows} filas de {done} de {pieces} partes.</translation>
    </message>
    <message>
        <source>{n} of them say that the text does not answer.</source>
        <translation>{n} de ellas dicen que el texto no responde.</translation>
    </message>
    <message>
        <source>The rest takes about {time}.</source>
        <translation>El resto tarda unos {time}.</translation>
    </message>
    <message>
        <source>left out: {why}</source>
        <translation>descartada: {why}</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>Cop&amp;iar</translation>
    </message>
    <message>
        <source>Open the &amp;folder</source>
        <translation>Abrir la &amp;carpeta</translation>
    </message>
    <message>
        <source>Or type in a terminal:</source>
        <translation>O escribe en una terminal:</translation>
    </message>
    <message>
        <source>Open {program}</source>
        <translation>Abrir {program}</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>Abrir la página</translation>
    </message>
    <message>
        <source>&amp;Open {program}</source>
        <translation>&amp;Abrir {program}</translation>
    </message>
    <message>
        <source>&amp;Get {program}</source>
        <translation>&amp;Conseguir {program}</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Entrenamiento</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>Entre&amp;namiento</translation>
    </message>
    <message>
        <source>Chec&amp;kpoint</source>
        <translation>&amp;Punto guardado</translation>
    </message>
    <message>
        <source>{name} (nothing learnt yet)</source>
        <translation>{name} (aún sin aprender)</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>Más nuevo</translation>
    </message>
    <message>
        <source>Best: {name}</source>
        <translation>Mejor: {name}</translation>
    </message>
    <message>
        <source>Newest: {name}</source>
        <translation>Más nuevo: {name}</translation>
    </message>
    <message>
        <source>O&amp;ther ways</source>
        <translation>O&amp;tras formas</translation>
    </message>
    <message>
        <source>Loading your runs…</source>
        <translation>Cargando tus ejecuciones…</translation>
    </message>
    <message>
        <source>Checking what would be uploaded…</source>
        <translation>Mirando qué se subiría…</translation>
    </message>
    <message>
        <source>Nothing can be exported yet.

Train a model first. What it has learnt can then go to Ollama and other programs.</source>
        <translation>Todavía no se puede exportar nada.

Primero entrena un modelo. Lo que haya aprendido puede ir después a Ollama y a otros programas.</translation>
    </message>
    <message>
        <source>1. Take the folder to the other machine.</source>
        <translation>1. Lleva la carpeta a la otra máquina.</translation>
    </message>
    <message>
        <source>Looking at “{run}”…</source>
        <translation>Mirando «{run}»…</translation>
    </message>
    <message>
        <source>LM Studio&apos;s list</source>
        <translation>La lista de LM Studio</translation>
    </message>
    <message>
        <source>There is an export of “{run}” in {where}</source>
        <translation>Hay una exportación de «{run}» en {where}</translation>
    </message>
    <message>
        <source>There are other files in {where}</source>
        <translation>Hay otros archivos en {where}</translation>
    </message>
    <message>
        <source>{what} already, written {made}.</source>
        <translation>{what} ya, escrito {made}.</translation>
    </message>
    <message>
        <source>{what} already.</source>
        <translation>{what} ya.</translation>
    </message>
    <message>
        <source>Talk to it in Ollama</source>
        <translation>Habla con él en Ollama</translation>
    </message>
    <message>
        <source>Cr&amp;eate in Ollama</source>
        <translation>&amp;Crear en Ollama</translation>
    </message>
    <message>
        <source>&amp;Export to LM Studio</source>
        <translation>&amp;Exportar a LM Studio</translation>
    </message>
    <message>
        <source>One file</source>
        <translation>Un archivo</translation>
    </message>
    <message>
        <source>For Jan, KoboldCpp, llama.cpp and others</source>
        <translation>Para Jan, KoboldCpp, llama.cpp y otros</translation>
    </message>
    <message>
        <source>&amp;Export the file</source>
        <translation>&amp;Exportar el archivo</translation>
    </message>
    <message>
        <source>Hugging Face hub</source>
        <translation>Hub de Hugging Face</translation>
    </message>
    <message>
        <source>Pr&amp;epare the files</source>
        <translation>&amp;Preparar los archivos</translation>
    </message>
    <message>
        <source>A bigger machine</source>
        <translation>Un ordenador más grande</translation>
    </message>
    <message>
        <source>Keeps {share} of what was learnt.</source>
        <translation>Conserva {share} de lo aprendido.</translation>
    </message>
    <message>
        <source>Some answers are not those given here.</source>
        <translation>Algunas respuestas no son las de aquí.</translation>
    </message>
    <message>
        <source>Answers exactly as here: {good} of {total}.</source>
        <translation>Responde exactamente como aquí: {good} de {total}.</translation>
    </message>
    <message>
        <source> To “{prompt}” it says “{theirs}” and not “{ours}”.</source>
        <translation> A «{prompt}» dice «{theirs}» y no «{ours}».</translation>
    </message>
    <message>
        <source>Loss on trained examples: {here} here, {there} there.</source>
        <translation>Pérdida con ejemplos entrenados: {here} aquí, {there} allí.</translation>
    </message>
    <message>
        <source>Loss on unseen examples: {here} here, {there} there.</source>
        <translation>Pérdida en ejemplos no vistos: {here} aquí, {there} allí.</translation>
    </message>
    <message>
        <source>Loss on general questions: {here} here, {there} there.</source>
        <translation>Pérdida en preguntas generales: {here} aquí, {there} allí.</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>Exportando…</translation>
    </message>
    <message>
        <source>Add &amp;it to Ollama</source>
        <translation>Añad&amp;irlo a Ollama</translation>
    </message>
    <message>
        <source>Ollama has to be running first.</source>
        <translation>Primero Ollama tiene que estar en marcha.</translation>
    </message>
    <message>
        <source>This starts llama.cpp. Jan, KoboldCpp and others open the file itself.</source>
        <translation>Esto inicia llama.cpp. Jan, KoboldCpp y otros abren el archivo directamente.</translation>
    </message>
    <message>
        <source>This run has learnt nothing yet. You can only train it on a bigger machine.</source>
        <translation>Este entrenamiento todavía no ha aprendido nada. Solo puedes seguirlo en un ordenador más grande.</translation>
    </message>
    <message>
        <source>The folder holds your data as plain text. Give it only to people you trust with that.</source>
        <translation>La carpeta contiene tus datos como texto legible. Dásela solo a personas en quienes confíes.</translation>
    </message>
    <message>
        <source>Trained there? Drop the folder or zip file that came back here.</source>
        <translation>¿Entrenado allí? Suelta aquí la carpeta o el archivo zip que volvió.</translation>
    </message>
    <message>
        <source>You see the files before anything is uploaded.</source>
        <translation>Ves los archivos antes de que se suba nada.</translation>
    </message>
    <message>
        <source>First reads what it was trained on, to lose less where it counts. Takes longer.</source>
        <translation>Primero lee con qué se entrenó, para perder menos donde importa. Tarda más.</translation>
    </message>
    <message>
        <source>Only what it learnt, to use beside the base model</source>
        <translation>Solo lo aprendido, para usar junto al modelo base</translation>
    </message>
    <message>
        <source>The folder for Ollama is ready</source>
        <translation>La carpeta para Ollama está lista</translation>
    </message>
    <message>
        <source>1. Install Ollama, a free program, and open it.</source>
        <translation>1. Instala Ollama, un programa gratuito, y ábrelo.</translation>
    </message>
    <message>
        <source>2. Press “Look again”, then “Add it to Ollama”. Luthier does the rest.</source>
        <translation>2. Pulsa «Buscar de nuevo» y después «Añadirlo a Ollama». Luthier hace el resto.</translation>
    </message>
    <message>
        <source>Add it to LM Studio&apos;s models</source>
        <translation>Añadirlo a los modelos de LM Studio</translation>
    </message>
    <message>
        <source>It is in LM Studio, under My Models</source>
        <translation>Está en LM Studio, en «My Models»</translation>
    </message>
    <message>
        <source>The file is ready</source>
        <translation>El archivo está listo</translation>
    </message>
    <message>
        <source>For Transformers and PEFT</source>
        <translation>Para Transformers y PEFT</translation>
    </message>
    <message>
        <source>The folder is ready</source>
        <translation>La carpeta está lista</translation>
    </message>
    <message>
        <source>Keep it online, or share it</source>
        <translation>Guardarlo en línea o compartirlo</translation>
    </message>
    <message>
        <source>The files are ready to upload</source>
        <translation>Los archivos están listos para subir</translation>
    </message>
    <message>
        <source>Train it elsewhere, bring it back</source>
        <translation>Entrenarlo en otro sitio y traerlo de vuelta</translation>
    </message>
    <message>
        <source>A folder with your data and all settings, to train the same on a rented or a friend&apos;s computer.</source>
        <translation>Una carpeta con tus datos y todos los ajustes, para entrenar lo mismo en un ordenador alquilado o de un amigo.</translation>
    </message>
    <message>
        <source>2. Follow the steps in its README.md there.</source>
        <translation>2. Sigue allí los pasos de su README.md.</translation>
    </message>
    <message>
        <source>3. Bring the adapter that it writes back: drop it below.</source>
        <translation>3. Trae de vuelta el adaptador que escribe: suéltalo abajo.</translation>
    </message>
    <message>
        <source>Reads pictures or sound as the base model does: that file was copied, too.</source>
        <translation>Lee imágenes o sonido como el modelo base: ese archivo también se copió.</translation>
    </message>
    <message>
        <source>It answers as it does here.</source>
        <translation>Responde como aquí.</translation>
    </message>
    <message>
        <source>It answers as it does here, though not always word for word.</source>
        <translation>Responde como aquí, aunque no siempre palabra por palabra.</translation>
    </message>
    <message>
        <source>It sees conversations as it did in training.</source>
        <translation>Ve las conversaciones como en el entrenamiento.</translation>
    </message>
    <message>
        <source>Ollama shows it conversations differently from how it was trained.</source>
        <translation>Ollama le muestra las conversaciones de otra forma que en el entrenamiento.</translation>
    </message>
    <message>
        <source> Where they differ, the model was undecided: rounding explains it.</source>
        <translation> Donde difieren, el modelo dudaba: el redondeo lo explica.</translation>
    </message>
    <message>
        <source>Ends its answers by itself.</source>
        <translation>Termina sus respuestas por sí solo.</translation>
    </message>
    <message>
        <source>Does not always end its answers. Training longer helps.</source>
        <translation>No siempre termina sus respuestas. Entrenar más ayuda.</translation>
    </message>
    <message>
        <source>only you can see it</source>
        <translation>solo tú puedes verlo</translation>
    </message>
    <message>
        <source>everybody can see it</source>
        <translation>todos pueden verlo</translation>
    </message>
    <message>
        <source>{files} online, {bytes}; {seen}.</source>
        <translation>{files} en línea, {bytes}; {seen}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} files are</source>
        <comment>{n} file is</comment>
        <translation>
            <numerusform>{n} archivo está</numerusform>
            <numerusform>{n} archivos están</numerusform>
        </translation>
    </message>
    <message>
        <source>{steps} trained there.</source>
        <translation>{steps} entrenados allí.</translation>
    </message>
    <message numerus="yes">
        <source>{n} steps were</source>
        <comment>{n} step was</comment>
        <translation>
            <numerusform>{n} paso fue</numerusform>
            <numerusform>{n} pasos fueron</numerusform>
        </translation>
    </message>
    <message>
        <source>Loss on unseen examples: {eval_loss_before} before, </source>
        <translation>Pérdida en ejemplos no vistos: {eval_loss_before} antes, </translation>
    </message>
    <message>
        <source>{text}{eval_loss_after} now.</source>
        <translation>{text}{eval_loss_after} ahora.</translation>
    </message>
    <message>
        <source> · loss {loss}</source>
        <translation> · pérdida {loss}</translation>
    </message>
    <message>
        <source>Step {step}{loss}</source>
        <translation>Paso {step}{loss}</translation>
    </message>
    <message>
        <source>Chosen because the usual file would take over half of your memory.</source>
        <translation>Elegido porque el archivo habitual ocuparía más de la mitad de tu memoria.</translation>
    </message>
    <message>
        <source>As trained, a little larger ({base})</source>
        <translation>Como se entrenó, un poco más grande ({base})</translation>
    </message>
    <message>
        <source>As trained ({base})</source>
        <translation>Como se entrenó ({base})</translation>
    </message>
    <message>
        <source>As trained</source>
        <translation>Como se entrenó</translation>
    </message>
    <message>
        <source>As small as the model you trained, and adjusted to keep what it learnt. Takes some minutes.</source>
        <translation>Tan pequeño como el modelo que entrenaste, y ajustado para conservar lo aprendido. Tarda unos minutos.</translation>
    </message>
    <message>
        <source>At most a tenth larger than the model you trained, and adjusted to keep more of what it learnt. Takes some minutes.</source>
        <translation>Como mucho una décima parte más grande que el modelo que entrenaste, y ajustado para conservar más de lo aprendido. Tarda unos minutos.</translation>
    </message>
    <message>
        <source>{about} Compare first: it may lose what was learnt.</source>
        <translation>{about} Compara primero: puede perder lo aprendido.</translation>
    </message>
    <message>
        <source>Uses 8 bits for what it learnt, as fewer would lose it. The usual choice.</source>
        <translation>Usa 8 bits para lo aprendido, ya que menos lo perderían. La elección habitual.</translation>
    </message>
    <message>
        <source>As precise as the model you trained. The usual choice.</source>
        <translation>Tan preciso como el modelo que entrenaste. La elección habitual.</translation>
    </message>
    <message>
        <source>Use letters, digits, dots and dashes only, as in my-model.</source>
        <translation>Usa solo letras, cifras, puntos y guiones, como en mi-modelo.</translation>
    </message>
    <message>
        <source>Enter your name on the hub, a slash, and a name for the model.</source>
        <translation>Escribe tu nombre en el hub, una barra y un nombre para el modelo.</translation>
    </message>
    <message>
        <source>Use the form your-name/my-model.</source>
        <translation>Usa la forma tu-nombre/mi-modelo.</translation>
    </message>
    <message>
        <source>Keeps what was learnt ({finer})</source>
        <translation>Conserva lo aprendido ({finer})</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>sin medir</translation>
    </message>
    <message>
        <source>under 0.1%</source>
        <translation>menos del 0,1%</translation>
    </message>
    <message>
        <source>{shown}: too much</source>
        <translation>{shown}: demasiado</translation>
    </message>
    <message>
        <source>{shown}: noticeable</source>
        <translation>{shown}: se nota</translation>
    </message>
    <message>
        <source>Give it a name.</source>
        <translation>Ponle un nombre.</translation>
    </message>
    <message>
        <source>Replace &amp;it</source>
        <translation>Reemplazarl&amp;o</translation>
    </message>
    <message>
        <source>Ollama has another model of that name</source>
        <translation>Ollama tiene otro modelo con ese nombre</translation>
    </message>
    <message>
        <source>Ollama does not answer</source>
        <translation>Ollama no responde</translation>
    </message>
    <message>
        <source>LM Studio was not found</source>
        <translation>No se encontró LM Studio</translation>
    </message>
    <message>
        <source>Write the files</source>
        <translation>Escribir los archivos</translation>
    </message>
    <message>
        <source>Check them in llama.cpp</source>
        <translation>Comprobarlos en llama.cpp</translation>
    </message>
    <message>
        <source>Read them back</source>
        <translation>Leerlos de nuevo</translation>
    </message>
    <message>
        <source>Compare its answers</source>
        <translation>Comparar sus respuestas</translation>
    </message>
    <message>
        <source>Add it to Ollama</source>
        <translation>Añadirlo a Ollama</translation>
    </message>
    <message>
        <source>Compare its answers in Ollama</source>
        <translation>Comparar sus respuestas en Ollama</translation>
    </message>
    <message>
        <source>Other files are there already</source>
        <translation>Ya hay otros archivos ahí</translation>
    </message>
    <message>
        <source>Choose another place, or replace them.</source>
        <translation>Elige otro lugar, o reemplázalos.</translation>
    </message>
    <message>
        <source>Choose another name, or replace that model.</source>
        <translation>Elige otro nombre, o reemplaza ese modelo.</translation>
    </message>
    <message>
        <source>Open LM Studio once and look again, or choose a folder and add it in LM Studio under My Models.</source>
        <translation>Abre LM Studio una vez y vuelve a mirar, o elige una carpeta y añádelo en LM Studio, en «My Models».</translation>
    </message>
    <message>
        <source>This run has learnt nothing yet</source>
        <translation>Este entrenamiento aún no ha aprendido nada</translation>
    </message>
    <message>
        <source>Train until its first checkpoint is saved.</source>
        <translation>Entrena hasta que se guarde su primer punto.</translation>
    </message>
    <message>
        <source>The file would lose what was learnt</source>
        <translation>Habría olvidado lo aprendido</translation>
    </message>
    <message>
        <source>Choose larger weights, such as F16, and export again.</source>
        <translation>Elige pesos más grandes, como F16, y exporta de nuevo.</translation>
    </message>
    <message>
        <source>Get one below, and save it.</source>
        <translation>Consigue uno abajo y guárdalo.</translation>
    </message>
    <message>
        <source>Get one that can write, and save it below.</source>
        <translation>Consigue uno que pueda escribir y guárdalo abajo.</translation>
    </message>
    <message>
        <source>Get a new one below, and save it.</source>
        <translation>Consigue uno nuevo abajo y guárdalo.</translation>
    </message>
    <message>
        <source>Choose smaller weights, and export again.</source>
        <translation>Elige pesos más pequeños y exporta de nuevo.</translation>
    </message>
    <message>
        <source>{message} Put it back where it was during the training.</source>
        <translation>{message} Vuelve a ponerlo donde estaba durante el entrenamiento.</translation>
    </message>
    <message>
        <source>The hub asks for a token</source>
        <translation>El hub pide una clave</translation>
    </message>
    <message>
        <source>This token can only read</source>
        <translation>Esta clave solo puede leer</translation>
    </message>
    <message>
        <source>The hub refuses the token</source>
        <translation>El hub rechaza la clave</translation>
    </message>
    <message>
        <source>The file is too large for the hub</source>
        <translation>El archivo es demasiado grande para el hub</translation>
    </message>
    <message>
        <source>The model that you trained is not there</source>
        <translation>El modelo con el que se entrenó no está</translation>
    </message>
    <message>
        <source>Go to &amp;Model</source>
        <translation>Ir a &amp;Modelo</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>Eso no funcionó</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplejidad</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Cuesta</translation>
    </message>
    <message>
        <source>Same answers</source>
        <translation>Mismas respuestas</translation>
    </message>
    <message>
        <source>Keeps</source>
        <translation>Conserva</translation>
    </message>
    <message>
        <source>Type of weights</source>
        <translation>Tipo de pesos</translation>
    </message>
    <message>
        <source>Co&amp;mpare the types</source>
        <translation>Co&amp;mparar los tipos</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>&amp;Pesos</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sí</translation>
    </message>
    <message>
        <source>no</source>
        <translation>no</translation>
    </message>
    <message>
        <source>Recommended: {name}{matrix}, the smallest that keeps what it learnt and answers as well.</source>
        <translation>Recomendado: {name}{matrix}, el más pequeño que conserva lo aprendido y responde igual de bien.</translation>
    </message>
    <message>
        <source>Use an im&amp;portance matrix</source>
        <translation>Usar una matriz de im&amp;portancia</translation>
    </message>
    <message>
        <source>{shown} · about {size}</source>
        <translation>{shown} · unos {size}</translation>
    </message>
    <message>
        <source> with importance matrix</source>
        <translation> con matriz de importancia</translation>
    </message>
    <message>
        <source>{item} · recommended</source>
        <translation>{item} · recomendado</translation>
    </message>
    <message>
        <source>What each type costs</source>
        <translation>Lo que cuesta cada tipo</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>A dónde</translation>
    </message>
    <message>
        <source>Open its &amp;page</source>
        <translation>Abrir su &amp;página</translation>
    </message>
    <message>
        <source>Get a toke&amp;n</source>
        <translation>Conseguir &amp;token</translation>
    </message>
    <message>
        <source>&amp;Save token</source>
        <translation>&amp;Guardar token</translation>
    </message>
    <message>
        <source>made as small as you like on this computer</source>
        <translation>tan pequeño como quieras en este ordenador</translation>
    </message>
    <message>
        <source>Files to download</source>
        <translation>Archivos para descargar</translation>
    </message>
    <message>
        <source>Trains here: {text}</source>
        <translation>Se entrena aquí: {text}</translation>
    </message>
    <message>
        <source>{model} · licence: {licence}</source>
        <translation>{model} · licencia: {licence}</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>no indicada</translation>
    </message>
    <message>
        <source>Its description can be read on its page.</source>
        <translation>Su descripción se puede leer en su página.</translation>
    </message>
    <message>
        <source>Its owner has written no description.</source>
        <translation>Su dueño no ha escrito ninguna descripción.</translation>
    </message>
    <message>
        <source>training needs about {need} · </source>
        <translation>entrenar necesita unos {need} · </translation>
    </message>
    <message>
        <source>fits</source>
        <translation>cabe</translation>
    </message>
    <message>
        <source>{weight} · training needs about {need}: {word}</source>
        <translation>{weight} · entrenar necesita unos {need}: {word}</translation>
    </message>
    <message>
        <source>The original (safetensors), {bytes}</source>
        <translation>El original (safetensors), {bytes}</translation>
    </message>
    <message>
        <source>{bytes} in {count} files</source>
        <translation>{bytes} en {count} archivos</translation>
    </message>
    <message>
        <source> and {others} more</source>
        <translation> y {others} más</translation>
    </message>
    <message>
        <source>Also there: {named}{more}.</source>
        <translation>También hay: {named}{more}.</translation>
    </message>
    <message>
        <source>&lt;b&gt;This model is gated.&lt;/b&gt; Open its page, log in and accept its licence. Then get an access token that can read, and save it here. One token is good for all gated models.</source>
        <translation>&lt;b&gt;Este modelo es de acceso restringido.&lt;/b&gt; Abre su página, inicia sesión y acepta su licencia. Luego consigue un token de acceso que pueda leer y guárdalo aquí. Un token vale para todos los modelos así.</translation>
    </message>
    <message>
        <source>GGUF or safetensors</source>
        <translation>GGUF o safetensors</translation>
    </message>
    <message>
        <source>GGUF (ready to use)</source>
        <translation>GGUF (listo para usar)</translation>
    </message>
    <message>
        <source>safetensors (originals)</source>
        <translation>safetensors (originales)</translation>
    </message>
    <message>
        <source>Choose a model, or search for another.</source>
        <translation>Elige un modelo, o busca otro.</translation>
    </message>
    <message>
        <source>Luthier is set to stay offline: no search, no downloads.</source>
        <translation>Luthier está configurado para no conectarse: sin búsquedas ni descargas.</translation>
    </message>
    <message>
        <source>Good choices for this computer, with {memory} of memory.</source>
        <translation>Buenas opciones para este ordenador, con {memory} de memoria.</translation>
    </message>
    <message>
        <source>Fil&amp;ters</source>
        <translation>Fil&amp;tros</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>Cualquier tamaño</translation>
    </message>
    <message>
        <source>Up to {n} GB</source>
        <translation>Hasta {n} GB</translation>
    </message>
    <message>
        <source>Up to {n} MB</source>
        <translation>Hasta {n} MB</translation>
    </message>
    <message>
        <source>Any licence</source>
        <translation>Cualquier licencia</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Buscar</translation>
    </message>
    <message>
        <source>Allow the net&amp;work</source>
        <translation>Permitir la &amp;red</translation>
    </message>
    <message>
        <source>Search words</source>
        <translation>Palabras de búsqueda</translation>
    </message>
    <message>
        <source>Name of a model, such as smollm2 instruct</source>
        <translation>Nombre de un modelo, como smollm2 instruct</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Formato</translation>
    </message>
    <message>
        <source>Largest size</source>
        <translation>Tamaño máximo</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licencia</translation>
    </message>
    <message>
        <source>F&amp;its this machine</source>
        <translation>&amp;Cabe en este ordenador</translation>
    </message>
    <message>
        <source>Models found</source>
        <translation>Modelos encontrados</translation>
    </message>
    <message>
        <source>Models to start &amp;with</source>
        <translation>Modelos para &amp;empezar</translation>
    </message>
    <message>
        <source>The settings cannot be read</source>
        <translation>No se pueden leer los ajustes</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Sin conexión</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>Se canceló la búsqueda.</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>Preguntando a Hugging Face…</translation>
    </message>
    <message>
        <source>The search did not work</source>
        <translation>La búsqueda no funcionó</translation>
    </message>
    <message>
        <source>Nothing found. Fewer words or filters may help.</source>
        <translation>No se encontró nada. Quizá ayuden menos palabras o filtros.</translation>
    </message>
    <message>
        <source>{count} found, most downloaded first.</source>
        <translation>{count} encontrados, los más descargados primero.</translation>
    </message>
    <message>
        <source>The settings cannot be changed</source>
        <translation>No se pueden cambiar los ajustes</translation>
    </message>
    <message>
        <source>Det&amp;ails</source>
        <translation>Det&amp;alles</translation>
    </message>
    <message>
        <source>&amp;Talk to it as it is</source>
        <translation>&amp;Hablar con él tal cual</translation>
    </message>
    <message>
        <source>Take it &amp;off the list</source>
        <translation>Quitar de la &amp;lista</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>El archivo se queda donde está.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Trains here:&lt;/b&gt; {text}</source>
        <translation>&lt;b&gt;Se entrena aquí:&lt;/b&gt; {text}</translation>
    </message>
    <message>
        <source>{name}. Trains here: {text}</source>
        <translation>{name}. Se entrena aquí: {text}</translation>
    </message>
    <message>
        <source>Filter the models</source>
        <translation>Filtrar los modelos</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtrar</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modelos en este ordenador</translation>
    </message>
    <message>
        <source>Clear the filt&amp;er</source>
        <translation>Quitar el &amp;filtro</translation>
    </message>
    <message>
        <source>Choose a model in the list.</source>
        <translation>Elige un modelo de la lista.</translation>
    </message>
    <message>
        <source>Looking for models on this disk…</source>
        <translation>Buscando modelos en este disco…</translation>
    </message>
    <message>
        <source>The models could not be listed</source>
        <translation>No se pudo listar los modelos</translation>
    </message>
    <message>
        <source>None of the {found} models here has “{filter}” in its name or in the line below it.</source>
        <translation>Ninguno de los {found} modelos de aquí tiene «{filter}» en su nombre ni en la línea de debajo.</translation>
    </message>
    <message>
        <source>{shown} of {found} shown.</source>
        <translation>Se muestran {shown} de {found}.</translation>
    </message>
    <message>
        <source>{name} was not added</source>
        <translation>{name} no se añadió</translation>
    </message>
    <message>
        <source>{name} (the sample)</source>
        <translation>{name} (el ejemplo)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Deshacer</translation>
    </message>
    <message>
        <source>It is still in the bin</source>
        <translation>Sigue en la papelera</translation>
    </message>
    <message>
        <source>Move it to the &amp;bin</source>
        <translation>Mover a la &amp;papelera</translation>
    </message>
    <message>
        <source>A&amp;dd</source>
        <translation>Aña&amp;dir</translation>
    </message>
    <message>
        <source>A &amp;file…</source>
        <translation>Un &amp;archivo…</translation>
    </message>
    <message>
        <source>A f&amp;older…</source>
        <translation>Una &amp;carpeta…</translation>
    </message>
    <message>
        <source>&amp;Look for models again</source>
        <translation>&amp;Buscar modelos de nuevo</translation>
    </message>
    <message>
        <source>Only the sample is here. Get a model from Hugging Face, or drop a GGUF file or a model folder here.</source>
        <translation>Aquí solo está el de ejemplo. Consigue un modelo de Hugging Face, o suelta aquí un archivo GGUF o la carpeta de un modelo.</translation>
    </message>
    <message>
        <source>Moving {name} to the bin…</source>
        <translation>Moviendo {name} a la papelera…</translation>
    </message>
    <message>
        <source>{name} stays where it is</source>
        <translation>{name} se queda donde está</translation>
    </message>
    <message>
        <source>A part of {name} is in the bin</source>
        <translation>Una parte de {name} está en la papelera</translation>
    </message>
    <message>
        <source>The system&apos;s bin did not take {path}. Delete it in your files.</source>
        <translation>La papelera del sistema no aceptó {path}. Bórralo en tu gestor de archivos.</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Elegir un modelo</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors)</source>
        <translation>Modelos (*.gguf *.safetensors)</translation>
    </message>
    <message>
        <source>Choose a folder with safetensors</source>
        <translation>Elegir una carpeta con safetensors</translation>
    </message>
    <message>
        <source>Comes with Luthier</source>
        <translation>Viene con Luthier</translation>
    </message>
    <message>
        <source>From {source}</source>
        <translation>De {source}</translation>
    </message>
    <message>
        <source>A model is being converted.</source>
        <translation>Se está convirtiendo un modelo.</translation>
    </message>
    <message>
        <source>On this &amp;computer</source>
        <translation>En este &amp;ordenador</translation>
    </message>
    <message>
        <source>From &amp;Hugging Face</source>
        <translation>De &amp;Hugging Face</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>&amp;Use this model</source>
        <translation>&amp;Usar este modelo</translation>
    </message>
    <message>
        <source>&amp;Download</source>
        <translation>&amp;Descargar</translation>
    </message>
    <message>
        <source>The download cannot be deleted</source>
        <translation>No se puede borrar la descarga</translation>
    </message>
    <message>
        <source>Trains a smaller copy ({picked}). The original stays.</source>
        <translation>Entrena una copia más pequeña ({picked}). El original se conserva.</translation>
    </message>
    <message>
        <source>This model does not train here.</source>
        <translation>Este modelo no se entrena aquí.</translation>
    </message>
    <message>
        <source>{bytes} to download</source>
        <translation>{bytes} por descargar</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>fits this machine</source>
        <translation>cabe en este ordenador</translation>
    </message>
    <message>
        <source>too large for this machine</source>
        <translation>demasiado grande para este ordenador</translation>
    </message>
    <message>
        <source>does not train</source>
        <translation>no se entrena</translation>
    </message>
    <message>
        <source>No. {trouble} {hint}</source>
        <translation>No. {trouble} {hint}</translation>
    </message>
    <message>
        <source>Not now: needs {need} of {free} free for training. Close other programs, or take a smaller model.</source>
        <translation>Ahora no: necesita {need} de los {free} libres para entrenar. Cierra otros programas, o toma un modelo más pequeño.</translation>
    </message>
    <message>
        <source>Yes, but tightly: needs {need} of {free} free for training.</source>
        <translation>Sí, pero justo: necesita {need} de los {free} libres para entrenar.</translation>
    </message>
    <message>
        <source>small, for a first try</source>
        <translation>pequeño, para una primera prueba</translation>
    </message>
    <message>
        <source>Yes, needs {need} of {free} free for training.</source>
        <translation>Sí, necesita {need} de los {free} libres para entrenar.</translation>
    </message>
    <message>
        <source>Yes, made smaller: as {smaller} it {short} of {budget} free for training.</source>
        <translation>Sí, reducido: como {smaller}, {short}; hay {budget} libres para entrenar.</translation>
    </message>
    <message>
        <source>as {smaller} {short}</source>
        <translation>como {smaller}, {short}</translation>
    </message>
    <message>
        <source>needs about {need}</source>
        <translation>necesita unos {need}</translation>
    </message>
    <message>
        <source>, tight</source>
        <translation>, justo</translation>
    </message>
    <message>
        <source>, too large now</source>
        <translation>, ahora demasiado</translation>
    </message>
    <message>
        <source>used by 1 run</source>
        <translation>usado por 1 entrenamiento</translation>
    </message>
    <message>
        <source>used by {n_runs} runs</source>
        <translation>usado por {n_runs} entrenamientos</translation>
    </message>
    <message>
        <source> and others</source>
        <translation> y otros</translation>
    </message>
    <message>
        <source>not named. Ask its publisher before you share what you train from it</source>
        <translation>no se indica. Pregunta a quien lo publica antes de compartir lo que entrenes con él</translation>
    </message>
    <message>
        <source>{name} ({bytes}) is in the bin.</source>
        <translation>{name} ({bytes}) está en la papelera.</translation>
    </message>
    <message>
        <source>Without it, {shown} cannot be continued, exported or used in Chat.</source>
        <translation>Sin él, {shown} no puede continuar, ni exportarse, ni conversar.</translation>
    </message>
    <message>
        <source>{weights}, {parameters} parameters</source>
        <translation>{weights}, {parameters} parámetros</translation>
    </message>
    <message>
        <source>GGUF file</source>
        <translation>archivo GGUF</translation>
    </message>
    <message>
        <source>safetensors folder</source>
        <translation>carpeta safetensors</translation>
    </message>
    <message>
        <source>{context} tokens, about {words} words</source>
        <translation>{context} tokens, unas {words} palabras</translation>
    </message>
    <message>
        <source>Yes: it knows whose turn it is</source>
        <translation>Sí: sabe a quién le toca</translation>
    </message>
    <message>
        <source>No: it continues text</source>
        <translation>No: continúa el texto</translation>
    </message>
    <message>
        <source>, so it can learn from conversations</source>
        <translation>, así que puede aprender de conversaciones</translation>
    </message>
    <message>
        <source>, so train it on plain text</source>
        <translation>, así que entrénalo con texto corrido</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Familia</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>Best here</source>
        <translation>Lo mejor aquí</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>too large for this computer now</source>
        <translation>demasiado grande para este ordenador ahora</translation>
    </message>
    <message>
        <source>fits this computer, but tightly</source>
        <translation>cabe en este ordenador, pero justo</translation>
    </message>
    <message>
        <source>good choice for this computer</source>
        <translation>buena elección para este ordenador</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Plantilla de chat</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>Usado por</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>aún ninguno</translation>
    </message>
    <message>
        <source>free for any use</source>
        <translation>libre para cualquier uso</translation>
    </message>
    <message>
        <source>{licence}, which {licence_note}</source>
        <translation>{licence}, que {licence_note}</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>restringido</translation>
    </message>
    <message>
        <source>{downloads} downloads</source>
        <translation>{downloads} descargas</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>desconocido</translation>
    </message>
    <message>
        <source>This version of Luthier does not train its architecture ({which}).</source>
        <translation>Esta versión de Luthier no entrena su arquitectura ({which}).</translation>
    </message>
    <message>
        <source>Training needs about {need}: too much for this machine.</source>
        <translation>Entrenar necesita unos {need}: demasiado para este ordenador.</translation>
    </message>
    <message>
        <source>Trains here: training its smallest form needs about {need}.</source>
        <translation>Se entrena aquí: su forma más pequeña necesita unos {need} para entrenar.</translation>
    </message>
    <message>
        <source>{name} · {bytes} · training: {takes}</source>
        <translation>{name} · {bytes} · entrenar: {takes}</translation>
    </message>
    <message>
        <source>Progress of {title}</source>
        <translation>Progreso de {title}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Archivos</translation>
    </message>
    <message>
        <source>Progress of {name}</source>
        <translation>Progreso de {name}</translation>
    </message>
    <message>
        <source>connection lost, trying again</source>
        <translation>conexión perdida, nuevo intento</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>en espera</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>comprobando</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Borrar</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Not finished · {done} of {total}</source>
        <translation>Sin terminar · {done} de {total}</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>En espera</translation>
    </message>
    <message>
        <source>Stopped. The part that was downloaded is kept.</source>
        <translation>Detenido. Se conserva lo que llegó.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Cancelado.</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
    <message>
        <source>Done: {size} in {seconds}, checksums right.</source>
        <translation>Hecho: {size} en {seconds}, las sumas coinciden.</translation>
    </message>
    <message>
        <source>Done in {seconds}: {before} before, {after} now. {notes}</source>
        <translation>Hecho en {seconds}: {before} antes, {after} ahora. {notes}</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Hecho.</translation>
    </message>
    <message>
        <source>Downloads and conversions</source>
        <translation>Descargas y conversiones</translation>
    </message>
    <message>
        <source>To lose little in so small a file, the model first reads some text, which takes a while. Choose text like what you will use it for.</source>
        <translation>Para perder poco en un archivo tan pequeño, el modelo lee primero algo de texto, lo que lleva un rato. Elige texto parecido a aquello para lo que lo usarás.</translation>
    </message>
    <message>
        <source>Types of weights</source>
        <translation>Tipos de pesos</translation>
    </message>
    <message>
        <source>Sho&amp;w all types</source>
        <translation>&amp;Mostrar todos los tipos</translation>
    </message>
    <message>
        <source>Ma&amp;ke this file</source>
        <translation>&amp;Crear este archivo</translation>
    </message>
    <message>
        <source>Text to lear&amp;n from</source>
        <translation>Texto del que &amp;aprender</translation>
    </message>
    <message>
        <source>Text and rows (*.txt *.md *.jsonl *.json);;All files (*)</source>
        <translation>Texto y filas (*.txt *.md *.jsonl *.json);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>A text or JSONL file</source>
        <translation>Un archivo de texto o JSONL</translation>
    </message>
    <message>
        <source>Convert and make it smaller</source>
        <translation>Convertir y reducir</translation>
    </message>
    <message>
        <source>Make it smaller</source>
        <translation>Reducir</translation>
    </message>
    <message>
        <source>&lt;b&gt;{what}.&lt;/b&gt; Takes less memory; very small files answer worse. The original stays.</source>
        <translation>&lt;b&gt;{what}.&lt;/b&gt; Ocupa menos memoria; los archivos muy pequeños responden peor. El original se conserva.</translation>
    </message>
    <message>
        <source>Use the file as it is.</source>
        <translation>Usar el archivo tal como está.</translation>
    </message>
    <message>
        <source>{quantization} · as it is, {bytes}</source>
        <translation>{quantization} · tal cual, {bytes}</translation>
    </message>
    <message>
        <source>too large now</source>
        <translation>ahora demasiado</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>justo</translation>
    </message>
    <message>
        <source>{name} · about {weights}, training needs about {need}: {word}</source>
        <translation>{name} · unos {weights}, entrenar necesita unos {need}: {word}</translation>
    </message>
    <message>
        <source>Grap&amp;hs</source>
        <translation>&amp;Gráficas</translation>
    </message>
    <message>
        <source>Answers over ti&amp;me</source>
        <translation>Respuestas con el tie&amp;mpo</translation>
    </message>
    <message>
        <source>Settin&amp;gs</source>
        <translation>&amp;Ajustes</translation>
    </message>
    <message>
        <source>&amp;What happened</source>
        <translation>&amp;Qué pasó</translation>
    </message>
    <message>
        <source>Views of the run</source>
        <translation>Qué ver del entrenamiento</translation>
    </message>
    <message>
        <source>step {value}</source>
        <translation>paso {value}</translation>
    </message>
    <message>
        <source>after {value}</source>
        <translation>tras {value}</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Bien</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Aviso</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Error</translation>
    </message>
    <message>
        <source>&amp;Copy details</source>
        <translation>&amp;Copiar detalles</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Ir allí</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>Detener y conservar</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Leyendo</translation>
    </message>
    <message>
        <source>This run&apos;s records are being read.</source>
        <translation>Se está leyendo lo que anotó este entrenamiento.</translation>
    </message>
    <message>
        <source>Go to {title}</source>
        <translation>Ir a {title}</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausa</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>&amp;Reanudar</translation>
    </message>
    <message>
        <source>Keep &amp;waiting</source>
        <translation>Seguir &amp;esperando</translation>
    </message>
    <message>
        <source>Restart from the &amp;last checkpoint</source>
        <translation>Reempezar desde el último &amp;punto</translation>
    </message>
    <message>
        <source>Is it better?</source>
        <translation>¿Es mejor?</translation>
    </message>
    <message>
        <source>Rows that were &amp;kept for testing</source>
        <translation>Filas reservadas para &amp;probar</translation>
    </message>
    <message>
        <source>Some of the rows that it was &amp;trained on</source>
        <translation>Algunas de las filas con las que se en&amp;trenó</translation>
    </message>
    <message>
        <source>Questions from a fi&amp;le</source>
        <translation>Preguntas de un arc&amp;hivo</translation>
    </message>
    <message>
        <source>&amp;File with questions and answers</source>
        <translation>Archivo con pre&amp;guntas y respuestas</translation>
    </message>
    <message>
        <source>In the form of training data</source>
        <translation>Con la forma de los datos de entrenamiento</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Comparar con</translation>
    </message>
    <message>
        <source>When an answer is right</source>
        <translation>Cuándo es correcta una respuesta</translation>
    </message>
    <message>
        <source>Text to look for</source>
        <translation>Texto buscado</translation>
    </message>
    <message>
        <source>Talk to &amp;it</source>
        <translation>&amp;Hablar con él</translation>
    </message>
    <message>
        <source>Ask &amp;both</source>
        <translation>Preguntar a am&amp;bos</translation>
    </message>
    <message>
        <source>the model before training</source>
        <translation>el modelo antes de entrenar</translation>
    </message>
    <message>
        <source>What to ask</source>
        <translation>Qué preguntar</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>&amp;Más</translation>
    </message>
    <message>
        <source>Is it better? {title}</source>
        <translation>¿Es mejor? {title}</translation>
    </message>
    <message>
        <source>The answers are ready.</source>
        <translation>Las respuestas están listas.</translation>
    </message>
    <message>
        <source>The answers of {run} are ready.</source>
        <translation>Las respuestas de {run} están listas.</translation>
    </message>
    <message>
        <source>&amp;Show them</source>
        <translation>Mo&amp;strarlas</translation>
    </message>
    <message>
        <source>The last time: {verdict}</source>
        <translation>La última vez: {verdict}</translation>
    </message>
    <message>
        <source>The models could not be asked</source>
        <translation>No se pudo preguntar a los modelos</translation>
    </message>
    <message>
        <source>Choose the file with the questions.</source>
        <translation>Elige el archivo con las preguntas.</translation>
    </message>
    <message>
        <source>Say which text to look for.</source>
        <translation>Indica qué texto buscar.</translation>
    </message>
    <message>
        <source>The choice could not be kept</source>
        <translation>No se pudo guardar la elección</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>Qué se pregunta</translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation>Com&amp;parar con</translation>
    </message>
    <message>
        <source>When an answer is &amp;right</source>
        <translation>Cuándo es co&amp;rrecta una respuesta</translation>
    </message>
    <message>
        <source>Res&amp;ume training</source>
        <translation>&amp;Seguir entrenando</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>Monitor</translation>
    </message>
    <message>
        <source>New &amp;training</source>
        <translation>Nuevo en&amp;trenamiento</translation>
    </message>
    <message>
        <source>&amp;Stop and keep</source>
        <translation>&amp;Detener y conservar</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>Ca&amp;ncelar</translation>
    </message>
    <message>
        <source>Save chec&amp;kpoint</source>
        <translation>Guardar &amp;punto</translation>
    </message>
    <message>
        <source>Keeps what it has learnt so far, to go back to or to talk to.</source>
        <translation>Guarda lo que ha aprendido hasta ahora, para volver a ello o hablar con ello.</translation>
    </message>
    <message>
        <source>Ask &amp;it now</source>
        <translation>Preguntar &amp;ahora</translation>
    </message>
    <message>
        <source>A new training that begins with what this one has learnt.</source>
        <translation>Un entrenamiento nuevo que empieza con lo que este ha aprendido.</translation>
    </message>
    <message>
        <source>Again, with &amp;other settings</source>
        <translation>Otra vez, con &amp;otros ajustes</translation>
    </message>
    <message>
        <source>A new training that begins where this one began.</source>
        <translation>Un entrenamiento nuevo que empieza donde empezó este.</translation>
    </message>
    <message>
        <source>The model answers its questions now, as far as it has learnt.</source>
        <translation>El modelo responde ahora a sus preguntas, según lo que ha aprendido.</translation>
    </message>
    <message>
        <source>Carr&amp;y on here</source>
        <translation>Seguir a&amp;quí</translation>
    </message>
    <message>
        <source>Ends the training there, and goes on from its newest checkpoint on this computer.</source>
        <translation>Termina el entrenamiento allí y sigue desde su punto de control más reciente en este ordenador.</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xportar</translation>
    </message>
    <message>
        <source>Is it bette&amp;r?</source>
        <translation>¿Es mejo&amp;r?</translation>
    </message>
    <message>
        <source>Asks the same questions of the model before and after the training.</source>
        <translation>Hace las mismas preguntas al modelo de antes y de después del entrenamiento.</translation>
    </message>
    <message>
        <source>Train mor&amp;e</source>
        <translation>&amp;Entrenar más</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>&amp;Detalles</translation>
    </message>
    <message>
        <source>The training is about to end.</source>
        <translation>El entrenamiento está a punto de terminar.</translation>
    </message>
    <message>
        <source>&amp;Back to the settings</source>
        <translation>&amp;Volver a los ajustes</translation>
    </message>
    <message>
        <source>Show the r&amp;unning one</source>
        <translation>Mostrar el que está en &amp;marcha</translation>
    </message>
    <message>
        <source>{title} is being trained.</source>
        <translation>{title} se está entrenando.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>The wheel zooms, dragging moves; this button shows everything again.</source>
        <translation>La rueda amplía, arrastrar mueve; esto vuelve a mostrarlo todo.</translation>
    </message>
    <message>
        <source>What the model is to answer now</source>
        <translation>A qué ha de responder ahora el modelo</translation>
    </message>
    <message>
        <source>Ask it something, or begin a text…</source>
        <translation>Pregúntale algo, o empieza un texto…</translation>
    </message>
    <message>
        <source>&amp;Answer now</source>
        <translation>&amp;Responder ahora</translation>
    </message>
    <message>
        <source>It is answered after the current step.</source>
        <translation>Se responde tras el paso en marcha.</translation>
    </message>
    <message>
        <source>Before and now</source>
        <translation>Antes y ahora</translation>
    </message>
    <message>
        <source>Answers to: {prompt}</source>
        <translation>Respuestas a: {prompt}</translation>
    </message>
    <message>
        <source>(It says nothing.)</source>
        <translation>(No dice nada.)</translation>
    </message>
    <message>
        <source>Sa&amp;ve graphs</source>
        <translation>&amp;Guardar gráficas</translation>
    </message>
    <message>
        <source>As a &amp;picture (PNG)…</source>
        <translation>Como &amp;imagen (PNG)…</translation>
    </message>
    <message>
        <source>As a &amp;table (CSV)…</source>
        <translation>Como &amp;tabla (CSV)…</translation>
    </message>
    <message>
        <source>Save the graphs as a picture</source>
        <translation>Guardar las curvas como imagen</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Imagen (*.png)</translation>
    </message>
    <message>
        <source>Save the numbers as a table</source>
        <translation>Guardar los números como tabla</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabla (*.csv)</translation>
    </message>
    <message>
        <source>It could not be saved</source>
        <translation>No se pudo guardar</translation>
    </message>
    <message>
        <source>{why}. Choose another folder.</source>
        <translation>{why}. Elige otra carpeta.</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Compartir</translation>
    </message>
    <message>
        <source>A picture of one answer before and after, to show to others.</source>
        <translation>Una imagen de una respuesta antes y después, para enseñarla.</translation>
    </message>
    <message>
        <source>{model} · {minutes} on {computer} · Luthier</source>
        <translation>{model} · {minutes} en {computer} · Luthier</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>Abrir la &amp;carpeta</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Guardado</translation>
    </message>
    <message>
        <source>{name} is in the folder {folder}.</source>
        <translation>{name} está en la carpeta {folder}.</translation>
    </message>
    <message>
        <source>{parent} does not take the picture</source>
        <translation>{parent} no admite la imagen</translation>
    </message>
    <message>
        <source>only rows that have some</source>
        <translation>solo filas que los tienen</translation>
    </message>
    <message>
        <source>left out, and learnt not to think</source>
        <translation>fuera, y aprende a no pensar</translation>
    </message>
    <message>
        <source>Held-out data</source>
        <translation>Datos reservados</translation>
    </message>
    <message>
        <source>Goes on from</source>
        <translation>Sigue desde</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>Empezado</translation>
    </message>
    <message>
        <source>{max_steps} steps</source>
        <translation>{max_steps} pasos</translation>
    </message>
    <message>
        <source>{epochs} times all data</source>
        <translation>{epochs} veces todos los datos</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Duración</translation>
    </message>
    <message>
        <source>{context} tokens</source>
        <translation>{context} tokens</translation>
    </message>
    <message>
        <source>{rank}, strength {alpha}</source>
        <translation>{rank}, fuerza {alpha}</translation>
    </message>
    <message>
        <source>Rows a step</source>
        <translation>Filas por paso</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>Reservado</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
    <message>
        <source>every {eval_every} steps</source>
        <translation>cada {eval_every} pasos</translation>
    </message>
    <message>
        <source>before and after</source>
        <translation>antes y después</translation>
    </message>
    <message>
        <source>Evaluated</source>
        <translation>Evaluado</translation>
    </message>
    <message>
        <source>every {save_every} steps</source>
        <translation>cada {save_every} pasos</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>al final</translation>
    </message>
    <message>
        <source>{saved}; the newest {keep_checkpoints} and the best stay</source>
        <translation>{saved}; quedan los {keep_checkpoints} más nuevos y el mejor</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Muestra</translation>
    </message>
    <message>
        <source>Adapted parts</source>
        <translation>Partes adaptadas</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Capas</translation>
    </message>
    <message>
        <source>the last answer only</source>
        <translation>solo la última respuesta</translation>
    </message>
    <message>
        <source>every turn</source>
        <translation>cada turno</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Hilos</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Prioridad</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>Besides</source>
        <translation>Además</translation>
    </message>
    <message>
        <source>falling in a line</source>
        <translation>bajando en línea recta</translation>
    </message>
    <message>
        <source>falling in a curve</source>
        <translation>bajando en curva</translation>
    </message>
    <message>
        <source>held</source>
        <translation>constante</translation>
    </message>
    <message>
        <source>What it was asked to do</source>
        <translation>Lo que se le pidió</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Qué pasó</translation>
    </message>
    <message>
        <source>Nothing is training yet.

Start one on the Train page, or open an earlier one on the Runs page; its graphs appear here.</source>
        <translation>Todavía no se entrena nada.

Empieza en la página Entrenar, o abre algo anterior en la página Historial; aquí aparecen sus gráficas.</translation>
    </message>
    <message>
        <source>Here you can read how the model&apos;s answers change while it learns.

Ask it something above: it answers as it did before, and as it does now. Prompts that are written down on the Train page are answered by themselves at each evaluation.</source>
        <translation>Aquí puedes leer cómo cambian las respuestas del modelo mientras aprende.

Pregúntale algo arriba: responde como antes, y como ahora. Las preguntas anotadas en la página Entrenar se responden solas en cada evaluación.</translation>
    </message>
    <message>
        <source>Here you will read what the model answers: before the training, and now. If your data has no questions, ask something under Details, Answers over time.</source>
        <translation>Aquí leerás lo que responde el modelo: antes del entrenamiento y ahora. Si tus datos no tienen preguntas, pregunta algo en Detalles, «Respuestas con el tiempo».</translation>
    </message>
    <message>
        <source>One of the questions that it learns from.</source>
        <translation>Una de las preguntas de las que aprende.</translation>
    </message>
    <message>
        <source>Reading the run&apos;s records…</source>
        <translation>Leyendo lo que quedó anotado…</translation>
    </message>
    <message>
        <source>Pausing after this step…</source>
        <translation>En pausa tras este paso…</translation>
    </message>
    <message>
        <source>Stopping after this step…</source>
        <translation>Se detiene tras este paso…</translation>
    </message>
    <message>
        <source>Paused, {waits_for}</source>
        <translation>En pausa, {waits_for}</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pausa</translation>
    </message>
    <message>
        <source> in another program</source>
        <translation> en otro programa</translation>
    </message>
    <message>
        <source> on {computer}</source>
        <translation> en {computer}</translation>
    </message>
    <message>
        <source>Training{where}: step {step}</source>
        <translation>Entrenando{where}: paso {step}</translation>
    </message>
    <message>
        <source>Training{where}</source>
        <translation>Entrenando{where}</translation>
    </message>
    <message>
        <source>Training{where}: the first step…</source>
        <translation>Entrenando{where}: el primer paso…</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Empezando</translation>
    </message>
    <message>
        <source> · {seconds_left} left</source>
        <translation> · quedan {seconds_left}</translation>
    </message>
    <message>
        <source>The training has stopped. Resume it to ask here, or talk to it.</source>
        <translation>El entrenamiento se ha detenido. Reanúdalo para preguntar aquí, o habla con el modelo.</translation>
    </message>
    <message>
        <source>The training has ended.</source>
        <translation>El entrenamiento ha terminado.</translation>
    </message>
    <message>
        <source>Training is finished: talk to it.</source>
        <translation>El entrenamiento ha terminado: habla con el modelo.</translation>
    </message>
    <message>
        <source>Another program trains it.</source>
        <translation>Lo entrena otro programa.</translation>
    </message>
    <message>
        <source>You can ask it as soon as the training has begun.</source>
        <translation>Se le puede preguntar en cuanto empiece el entrenamiento.</translation>
    </message>
    <message>
        <source>Before training</source>
        <translation>Antes de entrenar</translation>
    </message>
    <message>
        <source>After {steps}</source>
        <translation>Tras {steps}</translation>
    </message>
    <message numerus="yes">
        <source>{n} steps</source>
        <comment>{n} step</comment>
        <translation>
            <numerusform>{n} paso</numerusform>
            <numerusform>{n} pasos</numerusform>
        </translation>
    </message>
    <message>
        <source>After training</source>
        <translation>Después de entrenar</translation>
    </message>
    <message>
        <source>The training process has gone silent</source>
        <translation>El proceso de entrenamiento ya no dice nada</translation>
    </message>
    <message>
        <source>It has been silent for {silence}: something outside Luthier stopped it, or it is stuck.</source>
        <translation>No ha llegado nada de él en {silence}: lo detuvieron desde fuera, o está atascado.</translation>
    </message>
    <message>
        <source>This step takes far longer than those before it</source>
        <translation>Este paso tarda mucho más que los anteriores</translation>
    </message>
    <message>
        <source>The training process is there, but has made no progress for {silence}: it may be stuck.</source>
        <translation>El proceso de entrenamiento está ahí, pero no avanza desde hace {silence}: quizá esté atascado.</translation>
    </message>
    <message>
        <source>No checkpoint has been saved yet: to begin anew, cancel it and start it again.</source>
        <translation>Aún no hay ningún punto guardado: para empezar de nuevo, cancela y vuelve a empezar.</translation>
    </message>
    <message>
        <source>If you restart it, everything up to the checkpoint of step {step} is kept.</source>
        <translation>Reiniciar no pierde nada hasta el punto guardado del paso {step}.</translation>
    </message>
    <message>
        <source>{what} Luthier does not end it by itself. {kept}</source>
        <translation>{what} No se termina solo. {kept}</translation>
    </message>
    <message>
        <source>graphics card</source>
        <translation>tarjeta gráfica</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Pérdida</translation>
    </message>
    <message>
        <source>each step</source>
        <translation>cada paso</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>rechazadas</translation>
    </message>
    <message>
        <source>used by training</source>
        <translation>usada al entrenar</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>norma del gradiente</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Velocidad</translation>
    </message>
    <message>
        <source>Memory, GB</source>
        <translation>Memoria, GB</translation>
    </message>
    <message>
        <source>Memory: the training process uses {rss}, at most {peak} so far{card}.</source>
        <translation>Memoria: el proceso de entrenamiento usa {rss}, como máximo {peak} hasta ahora{card}.</translation>
    </message>
    <message>
        <source>The system has {available} free.</source>
        <translation>El sistema tiene {available} libres.</translation>
    </message>
    <message>
        <source>Learning rate {rate} at the last step.</source>
        <translation>Tasa de aprendizaje {rate} en el último paso.</translation>
    </message>
    <message>
        <source>Gradient norm {norm} at the last step.</source>
        <translation>Norma del gradiente {norm} en el último paso.</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>Aprendizaje</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>suavizada</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>evaluación</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>tokens/s</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>máximo</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>distancia</translation>
    </message>
    <message>
        <source>How far off it still is (loss), lower is better</source>
        <translation>Cuánto le falta todavía (pérdida), menos es mejor</translation>
    </message>
    <message>
        <source>Size of the steps</source>
        <translation>Tamaño de los pasos</translation>
    </message>
    <message>
        <source>Memory that is free, GB</source>
        <translation>Memoria libre, GB</translation>
    </message>
    <message>
        <source>Loss over {steps} steps: {first} at first, {loss} now, {smoothed} smoothed, {evaluated} at the last of {evaluations} evaluations.</source>
        <translation>Pérdida a lo largo de {steps} pasos: {first} al principio, {loss} ahora, {smoothed} suavizada, {evaluated} en la última de {evaluations} evaluaciones.</translation>
    </message>
    <message>
        <source>What it knew before: up to {low} kept, from {high} on much changed</source>
        <translation>Lo que sabía antes: hasta {low} se conserva, desde {high} muy cambiado</translation>
    </message>
    <message>
        <source>How likely the answers are, in nats</source>
        <translation>Cuán probables son las respuestas, en nats</translation>
    </message>
    <message>
        <source>Speed: {now} tokens per second now, {mean} on average.</source>
        <translation>Velocidad: {now} tokens por segundo ahora, {mean} de media.</translation>
    </message>
    <message>
        <source>; {on_card} of the graphics card&apos;s are taken</source>
        <translation>; {on_card} de la tarjeta gráfica están ocupados</translation>
    </message>
    <message>
        <source>{name} is still in the bin: put it back from there.</source>
        <translation>{name} sigue en la papelera: restáuralo desde allí.</translation>
    </message>
    <message>
        <source>{name} could not be deleted: {why}.</source>
        <translation>{name} no se pudo borrar: {why}.</translation>
    </message>
    <message>
        <source>{folder} is there already</source>
        <translation>{folder} ya existe</translation>
    </message>
    <message>
        <source>{name} could not be put back: {why}.</source>
        <translation>{name} no se pudo recuperar: {why}.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
    <message>
        <source>Tokens read, thousands</source>
        <translation>Tokens leídos, miles</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>Minutos</translation>
    </message>
    <message>
        <source>Loss of {runs} runs by {title}. In the end {names}.</source>
        <translation>Pérdida de {runs} entrenamientos por {title}. Al final {names}.</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>&amp;Pasos</translation>
    </message>
    <message>
        <source>To&amp;kens</source>
        <translation>To&amp;kens</translation>
    </message>
    <message>
        <source>Ti&amp;me</source>
        <translation>&amp;Tiempo</translation>
    </message>
    <message>
        <source>&amp;Back to the list</source>
        <translation>&amp;Volver a la lista</translation>
    </message>
    <message>
        <source>Horizontal axis of the losses</source>
        <translation>Según qué se dibujan las pérdidas</translation>
    </message>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>Guardar la &amp;imagen…</translation>
    </message>
    <message>
        <source>Save the &amp;numbers…</source>
        <translation>Guardar los &amp;números…</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>En qué se diferencian</translation>
    </message>
    <message>
        <source>What they write</source>
        <translation>Qué escriben</translation>
    </message>
    <message>
        <source>Model, data and all settings are the same.</source>
        <translation>Modelo, datos y todos los ajustes son iguales.</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Guardar la imagen</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Imágenes (*.png)</translation>
    </message>
    <message>
        <source>{path} could not be written. Choose another folder.</source>
        <translation>{path} no se pudo escribir. Elige una carpeta tuya.</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>Guardar los números</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tablas (*.csv)</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Historial</translation>
    </message>
    <message>
        <source>Show the lar&amp;gest</source>
        <translation>Ver los más &amp;grandes</translation>
    </message>
    <message>
        <source>Delete the&amp;m…</source>
        <translation>&amp;Borrarlos…</translation>
    </message>
    <message>
        <source>Exports</source>
        <translation>Exportaciones</translation>
    </message>
    <message>
        <source>Show the e&amp;xports</source>
        <translation>Ver lo &amp;exportado</translation>
    </message>
    <message>
        <source>{free} free on this disk</source>
        <translation>{free} libres en este disco</translation>
    </message>
    <message>
        <source>Graphs, checkpoints and what was learnt</source>
        <translation>Gráficas, puntos guardados y lo aprendido</translation>
    </message>
    <message>
        <source>Spare checkpoints</source>
        <translation>Puntos guardados sobrantes</translation>
    </message>
    <message>
        <source>All but the newest and the best of each run</source>
        <translation>Todos menos el más nuevo y el mejor de cada entrenamiento</translation>
    </message>
    <message>
        <source>Downloaded and converted</source>
        <translation>Descargados y convertidos</translation>
    </message>
    <message>
        <source>Show the m&amp;odels</source>
        <translation>Mostrar los m&amp;odelos</translation>
    </message>
    <message>
        <source>Files for other programs</source>
        <translation>Archivos para otros programas</translation>
    </message>
    <message>
        <source>Temporary files</source>
        <translation>Archivos temporales</translation>
    </message>
    <message>
        <source>Made again when they are needed, in seconds to minutes</source>
        <translation>Se hacen de nuevo cuando se necesitan, en segundos o minutos</translation>
    </message>
    <message>
        <source>Cl&amp;ear them</source>
        <translation>Bo&amp;rrarlos</translation>
    </message>
    <message>
        <source>A running training needs them.</source>
        <translation>Un entrenamiento en marcha los necesita.</translation>
    </message>
    <message>
        <source>What Luthier keeps</source>
        <translation>Lo que guarda Luthier</translation>
    </message>
    <message>
        <source>&amp;Put back</source>
        <translation>&amp;Recuperar</translation>
    </message>
    <message>
        <source>Nothing was exported into Luthier&apos;s own folder yet.</source>
        <translation>Todavía no se ha exportado nada a la carpeta de Luthier.</translation>
    </message>
    <message>
        <source>{name} is in the bin.</source>
        <translation>{name} está en la papelera.</translation>
    </message>
    <message>
        <source>It stays.</source>
        <translation>Se queda.</translation>
    </message>
    <message>
        <source>It is back.</source>
        <translation>Ha vuelto.</translation>
    </message>
    <message>
        <source>folder for Ollama</source>
        <translation>carpeta para Ollama</translation>
    </message>
    <message>
        <source>folder for Python</source>
        <translation>carpeta para Python</translation>
    </message>
    <message>
        <source>folder for a bigger machine</source>
        <translation>carpeta para una máquina mayor</translation>
    </message>
    <message>
        <source>whole model</source>
        <translation>modelo entero</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>adaptador</translation>
    </message>
    <message>
        <source>{trouble}
Damaged lines in what it recorded: {damaged_lines}.</source>
        <translation>{trouble}
Líneas dañadas en lo que registró: {damaged_lines}.</translation>
    </message>
    <message>
        <source>Name, tags and notes</source>
        <translation>Nombre, etiquetas y notas</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message>
        <source>style, first try</source>
        <translation>estilo, primer intento</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Guardar</translation>
    </message>
    <message>
        <source>&amp;Train more, with other data…</source>
        <translation>&amp;Seguir entrenando, con otros datos…</translation>
    </message>
    <message>
        <source>A&amp;gain, with other settings…</source>
        <translation>Ot&amp;ra vez, con otros ajustes…</translation>
    </message>
    <message>
        <source>&amp;Go back</source>
        <translation>&amp;Volver</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>&amp;Tags, with commas between</source>
        <translation>&amp;Etiquetas, separadas por comas</translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation>N&amp;otas</translation>
    </message>
    <message>
        <source>The run&apos;s folder keeps its name.</source>
        <translation>La carpeta del entrenamiento conserva su nombre.</translation>
    </message>
    <message>
        <source>&amp;List</source>
        <translation>&amp;Lista</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>&amp;Cola</translation>
    </message>
    <message>
        <source>D&amp;isk</source>
        <translation>D&amp;isco</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Vista</translation>
    </message>
    <message>
        <source>&amp;Actions</source>
        <translation>&amp;Acciones</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>Co&amp;mparar</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Abrir</translation>
    </message>
    <message>
        <source>The runs cannot be read</source>
        <translation>Los entrenamientos no se pueden leer</translation>
    </message>
    <message>
        <source>This could not be saved</source>
        <translation>Esto no se pudo guardar</translation>
    </message>
    <message>
        <source>{name} is in the folder {parent}.</source>
        <translation>{name} está en la carpeta {parent}.</translation>
    </message>
    <message>
        <source>They cannot be compared</source>
        <translation>No se pueden comparar</translation>
    </message>
    <message>
        <source>A run cannot be read</source>
        <translation>Un entrenamiento no se puede leer</translation>
    </message>
    <message>
        <source>Choose a run folder</source>
        <translation>Elegir la carpeta de un entrenamiento</translation>
    </message>
    <message>
        <source>Nothing waits.</source>
        <translation>Nada espera.</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs wait</source>
        <comment>1 run waits</comment>
        <translation>
            <numerusform>{n} entrenamiento espera</numerusform>
            <numerusform>{n} entrenamientos esperan</numerusform>
        </translation>
    </message>
    <message>
        <source>{who} from last time. Continue with them?</source>
        <translation>{who} de la última vez. ¿Deben seguir?</translation>
    </message>
    <message>
        <source>{who}. The queue is paused{after}.</source>
        <translation>{who}. La cola está en pausa{after}.</translation>
    </message>
    <message>
        <source>The queue is empty.

While a run is training, you can add more on the Train page. They train one after the other; one that fails does not stop the others.</source>
        <translation>La cola está vacía.

Mientras se hace un entrenamiento, puedes añadir más en la página Entrenar. Se hacen uno tras otro; si uno falla, los demás siguen.</translation>
    </message>
    <message>
        <source>{who}. Each starts when the one before it ends.</source>
        <translation>{who}. Cada uno empieza cuando termina el anterior.</translation>
    </message>
    <message>
        <source>{who} until a training in another window or a terminal ends.</source>
        <translation>{who} a que termine un entrenamiento en otra ventana o en una terminal.</translation>
    </message>
    <message>
        <source>{who}. You stopped a run, so the next does not start by itself.</source>
        <translation>{who}. Detuviste un entrenamiento, así que el siguiente no empieza por sí solo.</translation>
    </message>
    <message>
        <source>, and stays so when this run ends</source>
        <translation>, y sigue así cuando termine este entrenamiento</translation>
    </message>
    <message>
        <source>{who}. Start the queue to train them.</source>
        <translation>{who}. Inicia la cola para que empiece.</translation>
    </message>
    <message>
        <source>&amp;Start the queue</source>
        <translation>&amp;Iniciar la cola</translation>
    </message>
    <message>
        <source>&amp;Go on with the queue</source>
        <translation>&amp;Seguir con la cola</translation>
    </message>
    <message>
        <source>&amp;Queue ({n})</source>
        <translation>&amp;Cola ({n})</translation>
    </message>
    <message>
        <source>Continues where it stopped</source>
        <translation>Sigue donde se detuvo</translation>
    </message>
    <message>
        <source>{epochs:g} epochs</source>
        <translation>{epochs:g} épocas</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>rango {rank}</translation>
    </message>
    <message>
        <source>rate {learning_rate}</source>
        <translation>tasa {learning_rate}</translation>
    </message>
    <message numerus="yes">
        <source>Other computers train {n} runs of the queue.</source>
        <comment>Another computer trains a run of the queue.</comment>
        <translation>
            <numerusform>Otro ordenador hace un entrenamiento de la cola.</numerusform>
            <numerusform>Otros ordenadores hacen {n} entrenamientos de la cola.</numerusform>
        </translation>
    </message>
    <message>
        <source>They finish the step and stop; what was learnt is kept, and the queue can continue it another time.</source>
        <translation>Terminan el paso y se detienen; lo aprendido se conserva, y la cola puede seguir con ello en otro momento.</translation>
    </message>
    <message>
        <source>&amp;Stop and close</source>
        <translation>&amp;Detener y cerrar</translation>
    </message>
    <message>
        <source>step {step} / {steps} · {seconds_left} left</source>
        <translation>paso {step} / {steps} · quedan {seconds_left}</translation>
    </message>
    <message>
        <source>On {machine} · {done}</source>
        <translation>En {machine} · {done}</translation>
    </message>
    <message>
        <source>Ot&amp;her computers help with the queue</source>
        <translation>O&amp;tros ordenadores ayudan con la cola</translation>
    </message>
    <message>
        <source>Runs that wait</source>
        <translation>Entrenamientos en espera</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>A&amp;rriba</translation>
    </message>
    <message>
        <source>&amp;Down</source>
        <translation>A&amp;bajo</translation>
    </message>
    <message>
        <source>Train this &amp;now</source>
        <translation>Entrenar este a&amp;hora</translation>
    </message>
    <message>
        <source>Tr&amp;y again</source>
        <translation>&amp;Intentar de nuevo</translation>
    </message>
    <message>
        <source>Loo&amp;k at it</source>
        <translation>&amp;Verlo</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>Qui&amp;tar</translation>
    </message>
    <message>
        <source>&amp;Begin with a model</source>
        <translation>&amp;Empezar con un modelo</translation>
    </message>
    <message>
        <source>&amp;Pause the queue</source>
        <translation>&amp;Pausar la cola</translation>
    </message>
    <message>
        <source>Training now</source>
        <translation>En curso</translation>
    </message>
    <message>
        <source>Progress of the run that is trained</source>
        <translation>Progreso del entrenamiento en curso</translation>
    </message>
    <message>
        <source>L&amp;ook at it now</source>
        <translation>Ver&amp;lo ahora</translation>
    </message>
    <message>
        <source>, {eval_first} before training</source>
        <translation>, {eval_first} antes de entrenar</translation>
    </message>
    <message>
        <source>On text it had not seen: {eval_last} at last{before}</source>
        <translation>En texto que no había visto: {eval_last} al final{before}</translation>
    </message>
    <message>
        <source>Best: {eval_best} after {eval_best_step} steps</source>
        <translation>Mejor: {eval_best} tras {eval_best_step} pasos</translation>
    </message>
    <message>
        <source>Of the last step: {loss}</source>
        <translation>Del último paso: {loss}</translation>
    </message>
    <message>
        <source>No loss yet</source>
        <translation>Aún sin pérdida</translation>
    </message>
    <message>
        <source>{tok_s} tokens a second</source>
        <translation>{tok_s} tokens por segundo</translation>
    </message>
    <message>
        <source>{pace}
Computed by: {device}</source>
        <translation>{pace}
Calcula: {device}</translation>
    </message>
    <message>
        <source>Loss curve</source>
        <translation>Curva de pérdida</translation>
    </message>
    <message>
        <source>Loss: last / best</source>
        <translation>Pérdida: última / mejor</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Correctas</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Paso</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Época</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Tiempo restante</translation>
    </message>
    <message>
        <source>Tokens seen</source>
        <translation>Tokens leídos</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>■ Stopped, kept</source>
        <translation>■ Detenido, guardado</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>En disco</translation>
    </message>
    <message>
        <source>A run that is training cannot be deleted</source>
        <translation>Un entrenamiento en curso no se puede quitar</translation>
    </message>
    <message>
        <source>Nothing can go</source>
        <translation>No se puede quitar nada</translation>
    </message>
    <message>
        <source>Some of it could not be done</source>
        <translation>No se pudo hacer todo</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>Filtrar los entrenamientos</translation>
    </message>
    <message>
        <source>&amp;Show all runs</source>
        <translation>&amp;Mostrar todos</translation>
    </message>
    <message>
        <source>&amp;Resume from where it stopped</source>
        <translation>&amp;Reanudar donde se detuvo</translation>
    </message>
    <message>
        <source>Resume &amp;later, in the queue</source>
        <translation>Reanudar &amp;después, en la cola</translation>
    </message>
    <message>
        <source>&amp;Chat with it</source>
        <translation>&amp;Chatear con él</translation>
    </message>
    <message>
        <source>Is it &amp;better?…</source>
        <translation>¿Es &amp;mejor?…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportar…</translation>
    </message>
    <message>
        <source>Show its s&amp;weep</source>
        <translation>Mostrar su co&amp;mparativa</translation>
    </message>
    <message>
        <source>&amp;Name, tags and notes…</source>
        <translation>&amp;Nombre, etiquetas y notas…</translation>
    </message>
    <message>
        <source>Delete &amp;spare checkpoints…</source>
        <translation>Borrar puntos guardados &amp;sobrantes…</translation>
    </message>
    <message>
        <source>Move to the b&amp;in</source>
        <translation>Mover a la &amp;papelera</translation>
    </message>
    <message>
        <source>Open a run from &amp;another folder…</source>
        <translation>Abrir un entrenamiento de &amp;otra carpeta…</translation>
    </message>
    <message>
        <source>Columns of the list…</source>
        <translation>Columnas de la lista…</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>Sin empezar</translation>
    </message>
    <message>
        <source>▶ Training</source>
        <translation>▶ En curso</translation>
    </message>
    <message>
        <source>✓ Finished</source>
        <translation>✓ Terminado</translation>
    </message>
    <message>
        <source>✕ Cancelled</source>
        <translation>✕ Cancelado</translation>
    </message>
    <message>
        <source>⚠ Error</source>
        <translation>⚠ Error</translation>
    </message>
    <message>
        <source>⚠ Interrupted</source>
        <translation>⚠ Interrumpido</translation>
    </message>
    <message>
        <source>The best: {name}, with {right} of {of} choices right.</source>
        <translation>El mejor: {name}, con {right} de {of} elecciones correctas.</translation>
    </message>
    <message>
        <source>The best: {name}, with {right} of {of} answers right.</source>
        <translation>El mejor: {name}, con {right} de {of} respuestas correctas.</translation>
    </message>
    <message>
        <source>The best: {name}, with a loss of {loss} on unseen text.</source>
        <translation>El mejor: {name}, con una pérdida de {loss} en texto no visto.</translation>
    </message>
    <message>
        <source>Ⅱ Paused</source>
        <translation>Ⅱ En pausa</translation>
    </message>
    <message>
        <source>No run has “{text}” in its name, tags, notes, model, data or state.</source>
        <translation>Ningún entrenamiento tiene «{text}» en su nombre, etiquetas, notas, modelo, datos o estado.</translation>
    </message>
    <message>
        <source>and {chosen} more</source>
        <translation>y {chosen} más</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs</source>
        <comment>1 run</comment>
        <translation>
            <numerusform>{n} entrenamiento</numerusform>
            <numerusform>{n} entrenamientos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} learn from files in there, and cannot be resumed without them.</source>
        <comment>{names} learns from a file in there, and cannot be resumed without it.</comment>
        <translation>
            <numerusform>{names} aprende de un archivo que está ahí y no se puede reanudar sin él.</numerusform>
            <numerusform>{names} aprenden de archivos que están ahí y no se pueden reanudar sin ellos.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{title}” ({taken}) is in the bin.</source>
        <translation>«{title}» ({taken}) está en la papelera.</translation>
    </message>
    <message>
        <source>{runs_word} ({taken}) are in the bin.</source>
        <translation>{runs_word} ({taken}) están en la papelera.</translation>
    </message>
    <message>
        <source>Only the newest and the best checkpoint are left, and these are kept.</source>
        <translation>Solo quedan el punto guardado más nuevo y el mejor, y esos se conservan.</translation>
    </message>
    <message>
        <source>{size} freed.</source>
        <translation>{size} liberados.</translation>
    </message>
    <message>
        <source>Move to the &amp;bin</source>
        <translation>Mover a la &amp;papelera</translation>
    </message>
    <message>
        <source>these {chosen} runs</source>
        <translation>estos {chosen} entrenamientos</translation>
    </message>
    <message>
        <source>There is no bin on this disk</source>
        <translation>En este disco no hay papelera</translation>
    </message>
    <message>
        <source>{named}

Delete {what} for good? That cannot be undone.</source>
        <translation>{named}

¿Borrar {what} para siempre? No se puede deshacer.</translation>
    </message>
    <message>
        <source>No runs yet.

Every training is kept here, with its graphs and what it learnt.</source>
        <translation>Todavía no hay entrenamientos.

Cada uno se guarda aquí, con sus gráficas y lo que aprendió.</translation>
    </message>
    <message>
        <source>&amp;Delete for good</source>
        <translation>&amp;Borrar para siempre</translation>
    </message>
    <message>
        <source>{name}, {taken}.

Delete it for good? It can be made again from its run.</source>
        <translation>{name}, {taken}.

¿Borrarlo para siempre? Se puede rehacer desde su entrenamiento.</translation>
    </message>
    <message>
        <source>{names}: stop the training first, or wait until it is done. Nothing was deleted.</source>
        <translation>{names}: detén antes el entrenamiento o espera a que acabe. No se borró nada.</translation>
    </message>
    <message>
        <source>Tick two runs or more to compare them.</source>
        <translation>Marca dos o más ejecuciones para compararlas.</translation>
    </message>
    <message>
        <source>{runs}, {size} on disk</source>
        <translation>{runs}, {size} en disco</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} de {total}</translation>
    </message>
    <message>
        <source>Delete {spare} of checkpoints?</source>
        <translation>¿Borrar {spare} de puntos guardados?</translation>
    </message>
    <message>
        <source>For each run, the newest checkpoint and the best by evaluation stay; the others are deleted for good. You can still resume every run, talk to it and export it.</source>
        <translation>De cada entrenamiento quedan el punto más nuevo y el mejor según la evaluación; los demás se borran para siempre. Podrás seguir con cada entrenamiento, hablar con él y exportarlo.</translation>
    </message>
    <message>
        <source>&amp;Delete them</source>
        <translation>&amp;Borrarlos</translation>
    </message>
    <message>
        <source>About Luthier</source>
        <translation>Acerca de Luthier</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Biblioteca</translation>
    </message>
    <message>
        <source>Its licence</source>
        <translation>Su licencia</translation>
    </message>
    <message>
        <source>Copy versions and licences</source>
        <translation>Copiar versiones y licencias</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>Novedades</translation>
    </message>
    <message>
        <source>Luthier {version__}, licence Apache 2.0</source>
        <translation>Luthier {version__}, licencia Apache 2.0</translation>
    </message>
    <message>
        <source>This installation has no list of changes.</source>
        <translation>Esta instalación no tiene lista de cambios.</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Cálculo</translation>
    </message>
    <message>
        <source>All {cores} cores</source>
        <translation>Los {cores} núcleos</translation>
    </message>
    <message>
        <source>The one core</source>
        <translation>El único núcleo</translation>
    </message>
    <message>
        <source>{number} of {cores}</source>
        <translation>{number} de {cores}</translation>
    </message>
    <message>
        <source>{number}, more than cores</source>
        <translation>{number}, más que núcleos</translation>
    </message>
    <message>
        <source>&amp;Keep this computer usable while it trains</source>
        <translation>&amp;Mantener este ordenador usable mientras entrena</translation>
    </message>
    <message>
        <source>{processor}, {cores} cores</source>
        <translation>{processor}, {cores} núcleos</translation>
    </message>
    <message>
        <source>{threads}, more than cores</source>
        <translation>{threads}, más que núcleos</translation>
    </message>
    <message>
        <source>While it trains</source>
        <translation>Mientras entrena</translation>
    </message>
    <message>
        <source>Keep the computer a&amp;wake</source>
        <translation>Mantener el ordenador &amp;despierto</translation>
    </message>
    <message>
        <source>Pause on &amp;battery</source>
        <translation>Pausar con &amp;batería</translation>
    </message>
    <message>
        <source>&amp;Pause when it gets too hot</source>
        <translation>&amp;Pausar si se calienta demasiado</translation>
    </message>
    <message>
        <source>Test &amp;again</source>
        <translation>Probar de &amp;nuevo</translation>
    </message>
    <message>
        <source>Look &amp;again</source>
        <translation>&amp;Buscar de nuevo</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>&amp;Hilos</translation>
    </message>
    <message>
        <source>About graphics cards</source>
        <translation>Sobre las tarjetas gráficas</translation>
    </message>
    <message>
        <source>Compute o&amp;n</source>
        <translation>Ca&amp;lcular en</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Cambiar…</translation>
    </message>
    <message>
        <source>{name}: choose another folder</source>
        <translation>{name}: elegir otra carpeta</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Comparativa</translation>
    </message>
    <message>
        <source>Talk to the b&amp;est</source>
        <translation>&amp;Hablar con el mejor</translation>
    </message>
    <message>
        <source>Right answers</source>
        <translation>Respuestas correctas</translation>
    </message>
    <message>
        <source>Loss on unseen text</source>
        <translation>Pérdida en texto no visto</translation>
    </message>
    <message>
        <source>★ Best</source>
        <translation>★ El mejor</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>{right} of {answers}</source>
        <translation>{right} de {answers}</translation>
    </message>
    <message>
        <source>★ Best so far</source>
        <translation>★ El mejor hasta ahora</translation>
    </message>
    <message>
        <source>{name}: open the folder</source>
        <translation>{name}: abrir la carpeta</translation>
    </message>
    <message>
        <source>Moving…</source>
        <translation>Moviendo…</translation>
    </message>
    <message>
        <source>{taken} · {free} free</source>
        <translation>{taken} · {free} libres</translation>
    </message>
    <message>
        <source>{name}: this folder cannot be used</source>
        <translation>{name}: esta carpeta no sirve</translation>
    </message>
    <message>
        <source>&amp;Move them there</source>
        <translation>&amp;Moverlos allí</translation>
    </message>
    <message>
        <source>&amp;Leave them there</source>
        <translation>&amp;Dejarlos allí</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>Nada cambia.</translation>
    </message>
    <message>
        <source>Moving: {done}</source>
        <translation>Moviendo: {done}</translation>
    </message>
    <message>
        <source>{name}: moved</source>
        <translation>{name}: movido</translation>
    </message>
    <message>
        <source>{name}: nothing was moved</source>
        <translation>{name}: no se movió nada</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aspecto</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>Size of the text</source>
        <translation>Tamaño del texto</translation>
    </message>
    <message>
        <source>100%, as the system</source>
        <translation>100 %, como el sistema</translation>
    </message>
    <message>
        <source>Co&amp;lours</source>
        <translation>&amp;Colores</translation>
    </message>
    <message>
        <source>Si&amp;ze of the text</source>
        <translation>&amp;Tamaño del texto</translation>
    </message>
    <message>
        <source>Reduce mo&amp;tion</source>
        <translation>Reducir el movimien&amp;to</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>Versiones y licencias</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Stay o&amp;ffline</source>
        <translation>Seguir sin &amp;conexión</translation>
    </message>
    <message>
        <source>Address of the h&amp;ub</source>
        <translation>Dirección del &amp;hub</translation>
    </message>
    <message>
        <source>Prox&amp;y</source>
        <translation>Prox&amp;y</translation>
    </message>
    <message>
        <source>as the system says</source>
        <translation>como diga el sistema</translation>
    </message>
    <message>
        <source>Access tok&amp;en</source>
        <translation>To&amp;ken de acceso</translation>
    </message>
    <message>
        <source>Reset e&amp;verything…</source>
        <translation>Restablecer &amp;todo…</translation>
    </message>
    <message>
        <source>&amp;Save a report…</source>
        <translation>&amp;Guardar un informe…</translation>
    </message>
    <message>
        <source>The report is saved</source>
        <translation>El informe está guardado</translation>
    </message>
    <message>
        <source>The report could not be saved</source>
        <translation>El informe no se pudo guardar</translation>
    </message>
    <message>
        <source>This cannot be kept</source>
        <translation>Esto no se puede guardar</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>Guardar un informe</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Each card computes a small model, and the result is compared with the processor&apos;s.</source>
        <translation>Cada tarjeta calcula un modelo pequeño, que se compara con lo que hace el procesador.</translation>
    </message>
    <message>
        <source>It leaves one core free and lets other programs go first, so it takes longer.</source>
        <translation>Deja un núcleo libre y da prioridad a otros programas, así que tarda más.</translation>
    </message>
    <message>
        <source>The screen may still turn off.</source>
        <translation>La pantalla puede apagarse.</translation>
    </message>
    <message>
        <source>It goes on by itself when the charger is back.</source>
        <translation>Sigue por sí solo cuando vuelve el cargador.</translation>
    </message>
    <message>
        <source>From about 90 °C until it is 15 degrees cooler.</source>
        <translation>Desde unos 90 °C hasta que esté 15 grados más frío.</translation>
    </message>
    <message>
        <source>No search, download or upload. Ollama on this computer still works.</source>
        <translation>Sin búsquedas, descargas ni subidas. Ollama en este ordenador sigue funcionando.</translation>
    </message>
    <message>
        <source>Only for a mirror, such as https://hub.example.org.</source>
        <translation>Solo para una réplica, como https://hub.example.org.</translation>
    </message>
    <message>
        <source>Without user name and password, such as http://proxy.example.org:3128.</source>
        <translation>Sin usuario ni contraseña, como http://proxy.example.org:3128.</translation>
    </message>
    <message>
        <source>For uploads, and models that ask for an account. It is kept in the system&apos;s keyring, and in no file.</source>
        <translation>Para subir, y para modelos que piden una cuenta. Se guarda en el llavero del sistema, y en ningún archivo.</translation>
    </message>
    <message>
        <source>Luthier could not look for graphics cards, so the processor computes.</source>
        <translation>Luthier no pudo buscar tarjetas gráficas, así que calcula el procesador.</translation>
    </message>
    <message>
        <source>A zip file with versions, facts about this computer, settings, logs, crashes and the messages of the last five trainings: steps, losses, memory, errors. Your data, samples, models and tokens are not in it. It is only saved; nothing is sent.</source>
        <translation>Un archivo zip con versiones, datos de este ordenador, ajustes, registros, fallos y los mensajes de los últimos cinco entrenamientos: pasos, pérdidas, memoria, errores. Tus datos, muestras, modelos y tokens no están en él. Solo se guarda; no se envía nada.</translation>
    </message>
    <message>
        <source>Another computer of yours can train while you go on working here. It needs Luthier, and SSH switched on: the guide explains both.</source>
        <translation>Otro ordenador tuyo puede entrenar mientras sigues trabajando aquí. Necesita Luthier y tener SSH activado: la guía explica ambas cosas.</translation>
    </message>
    <message>
        <source>Type your user name there, @, and the computer&apos;s name, such as anna@studio.</source>
        <translation>Escribe tu nombre de usuario allí, @ y el nombre del ordenador, como ana@estudio.</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>¿Restablecer todos los ajustes?</translation>
    </message>
    <message>
        <source>All settings on this page go back to the usual ones. Models, runs, exports and the access token stay where they are, but Luthier looks for them in the usual folders again.</source>
        <translation>Todos los ajustes de esta página vuelven a los habituales. Los modelos, los entrenamientos, las exportaciones y el token de acceso se quedan donde están, pero Luthier los busca de nuevo en las carpetas habituales.</translation>
    </message>
    <message>
        <source>Downloaded and converted models.</source>
        <translation>Modelos descargados y convertidos.</translation>
    </message>
    <message>
        <source>Every training, with its graphs and what it has learnt.</source>
        <translation>Cada entrenamiento, con sus gráficas y lo que ha aprendido.</translation>
    </message>
    <message>
        <source>Is this really {host}?</source>
        <translation>¿Es realmente {host}?</translation>
    </message>
    <message>
        <source>Its key is {key}. Compare it with what that computer shows for this line:
{line}</source>
        <translation>Su clave es {key}. Compárala con lo que muestra ese ordenador con esta línea:
{line}</translation>
    </message>
    <message>
        <source>&amp;Yes, the same key</source>
        <translation>&amp;Sí, la misma clave</translation>
    </message>
    <message>
        <source>{free} of disk free</source>
        <translation>{free} de disco libres</translation>
    </message>
    <message>
        <source>{pace} times as fast as this computer</source>
        <translation>{pace} veces la velocidad de este ordenador</translation>
    </message>
    <message>
        <source>trains {run}</source>
        <translation>entrena {run}</translation>
    </message>
    <message>
        <source>ready to train</source>
        <translation>listo para entrenar</translation>
    </message>
    <message>
        <source>{name}: move the files to the new folder as well?</source>
        <translation>{name}: ¿mover también los archivos a la carpeta nueva?</translation>
    </message>
    <message>
        <source>{taken} is now in {target}.</source>
        <translation>{taken} está ahora en {target}.</translation>
    </message>
    <message numerus="yes">
        <source> {runs} runs now look there.</source>
        <comment> {runs} run now looks there.</comment>
        <translation>
            <numerusform> {runs} ejecución mira ahora ahí.</numerusform>
            <numerusform> {runs} ejecuciones miran ahora ahí.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Restablecer</translation>
    </message>
    <message>
        <source>Models for other programs.</source>
        <translation>Modelos para otros programas.</translation>
    </message>
    <message>
        <source>Safe against a power cut: it is copied and compared before it is deleted here.</source>
        <translation>Seguro ante un corte de luz: allí está entero y comparado antes de irse de aquí.</translation>
    </message>
    <message>
        <source>Runs still find models that stay there, but the Model page may no longer list them.</source>
        <translation>Los modelos que se quedan los encuentran los entrenamientos hechos con ellos, pero quizá ya no se listen.</translation>
    </message>
    <message>
        <source>Runs that stay are not listed until you choose the old folder again. You can still open each with “Open a run from another folder…” on the Runs page.</source>
        <translation>Los entrenamientos que se quedan no aparecen hasta que elijas de nuevo la carpeta antigua. Aun así, puedes abrir cada uno con «Abrir un entrenamiento de otra carpeta…» en la página Historial.</translation>
    </message>
    <message>
        <source>Exports that stay can still be used from there.</source>
        <translation>Lo exportado que se queda se puede seguir usando desde allí.</translation>
    </message>
    <message>
        <source>A folder is being moved.</source>
        <translation>Se está moviendo una carpeta.</translation>
    </message>
    <message>
        <source>Closing now leaves everything where it was.</source>
        <translation>Si cierras ahora, todo queda donde estaba.</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>Preparando…</translation>
    </message>
    <message>
        <source>Everything in {source} ({taken}) would be in {target}.</source>
        <translation>Todo lo que hay en {source} ({taken}) estaría en {target}.</translation>
    </message>
    <message>
        <source>{words} The old folder could not be deleted: {left}</source>
        <translation>{words} La carpeta antigua no se pudo borrar: {left}</translation>
    </message>
    <message>
        <source>What it takes</source>
        <translation>Lo que ocupa</translation>
    </message>
    <message>
        <source>Before you start</source>
        <translation>Antes de empezar</translation>
    </message>
    <message>
        <source>No {kind} yet</source>
        <translation>Sin elegir: {kind}</translation>
    </message>
    <message>
        <source>{kind}: choose another</source>
        <translation>{kind}: elegir otro</translation>
    </message>
    <message>
        <source>Choose {kind}</source>
        <translation>Elegir {kind}</translation>
    </message>
    <message>
        <source>What should it learn?</source>
        <translation>¿Qué tiene que aprender?</translation>
    </message>
    <message>
        <source>&amp;Back to the goal</source>
        <translation>&amp;Volver al objetivo</translation>
    </message>
    <message>
        <source>Choose a mo&amp;del</source>
        <translation>Elegir &amp;modelo</translation>
    </message>
    <message>
        <source>Chan&amp;ge</source>
        <translation>&amp;Cambiar</translation>
    </message>
    <message>
        <source>The language model to train.</source>
        <translation>El modelo de lenguaje que va a aprender.</translation>
    </message>
    <message>
        <source>C&amp;hoose data</source>
        <translation>Elegir &amp;datos</translation>
    </message>
    <message>
        <source>C&amp;hange</source>
        <translation>C&amp;ambiar</translation>
    </message>
    <message>
        <source>What it learns from: your texts.</source>
        <translation>De qué va a aprender: tus textos.</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Elige otro archivo.</translation>
    </message>
    <message>
        <source>The model itself, as much of it as every step reads.</source>
        <translation>El modelo en sí, en la medida en que se lee en cada paso.</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Copias</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Activaciones</translation>
    </message>
    <message>
        <source>Choose a model and data to see what it takes.</source>
        <translation>Elige un modelo y datos para ver lo que ocupa.</translation>
    </message>
    <message>
        <source>Copies of the weights that make it faster. Left out if memory is short.</source>
        <translation>Copias de los pesos que lo hacen más rápido. Se omiten si falta memoria.</translation>
    </message>
    <message>
        <source>What the layers remember of the text. Grows with the context.</source>
        <translation>Lo que las capas recuerdan del texto. Crece con el contexto.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizador</translation>
    </message>
    <message>
        <source>The adapter and its optimizer. Grows with the rank.</source>
        <translation>El adaptador y cómo se mueve. Crece con el rango.</translation>
    </message>
    <message>
        <source>Working memory</source>
        <translation>Memoria de trabajo</translation>
    </message>
    <message>
        <source>Room for what is being computed.</source>
        <translation>Espacio para lo que se está calculando.</translation>
    </message>
    <message>
        <source>Reading the data…</source>
        <translation>Leyendo los datos…</translation>
    </message>
    <message>
        <source>Measured on this computer: {tok_s} tokens/s, {step_seconds} a step, {peak_rss_bytes} at most.</source>
        <translation>Medido en este ordenador: {tok_s} tokens/s, {step_seconds} por paso, {peak_rss_bytes} como máximo.</translation>
    </message>
    <message>
        <source>The dry run failed.</source>
        <translation>El ensayo falló.</translation>
    </message>
    <message>
        <source>Does not fit: needs {least}, and {free} is free.</source>
        <translation>No cabe: necesita {least}, y hay {free} libres.</translation>
    </message>
    <message>
        <source>Tight: takes {total} of the {free} that is free.</source>
        <translation>Justo: ocupa {total} de los {free} libres.</translation>
    </message>
    <message>
        <source>Fits: takes {total} of the {free} that is free.</source>
        <translation>Cabe: ocupa {total} de los {free} libres.</translation>
    </message>
    <message>
        <source>It would also run in {least}, but slower.</source>
        <translation>También iría con {least}, pero más lento.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programa</translation>
    </message>
    <message>
        <source>Luthier&apos;s own worker process.</source>
        <translation>El proceso de trabajo de Luthier.</translation>
    </message>
    <message>
        <source>Memory. {words}</source>
        <translation>Memoria. {words}</translation>
    </message>
    <message>
        <source>{settings_in_words}: takes {total}</source>
        <translation>{settings_in_words}: ocupa {total}</translation>
    </message>
    <message>
        <source>Begin from the model instead</source>
        <translation>Empezar desde el modelo</translation>
    </message>
    <message>
        <source>Continues from what {run} has learnt.</source>
        <translation>Sigue desde lo que {run} ha aprendido.</translation>
    </message>
    <message>
        <source>Choose a GGUF file, or a folder with safetensors files from Hugging Face.</source>
        <translation>Elige un archivo GGUF, o una carpeta con safetensors de Hugging Face.</translation>
    </message>
    <message>
        <source>{name} holds weights only.</source>
        <translation>{name} solo contiene pesos.</translation>
    </message>
    <message>
        <source>Choose the folder it is in: it has the tokenizer.</source>
        <translation>Elige la carpeta en la que está: tiene el tokenizador.</translation>
    </message>
    <message>
        <source>{name} is not a GGUF file.</source>
        <translation>{name} no es un archivo GGUF.</translation>
    </message>
    <message>
        <source>{name} is one of {parts} files, and {missing} is not there.</source>
        <translation>{name} es uno de {parts} archivos, y {missing} no está.</translation>
    </message>
    <message>
        <source>Download the missing files into the same folder.</source>
        <translation>Descarga los archivos que faltan a la misma carpeta.</translation>
    </message>
    <message>
        <source>{name} holds no model.</source>
        <translation>{name} no contiene ningún modelo.</translation>
    </message>
    <message>
        <source>A model folder from Hugging Face has config.json and *.safetensors files in it.</source>
        <translation>Una carpeta de modelo de Hugging Face tiene config.json y archivos *.safetensors.</translation>
    </message>
    <message>
        <source>Checking the model…</source>
        <translation>Mirando el modelo…</translation>
    </message>
    <message>
        <source>Write other wordings…</source>
        <translation>Escribir otras formulaciones…</translation>
    </message>
    <message>
        <source>Tr&amp;y it with the sample</source>
        <translation>&amp;Probar con el ejemplo</translation>
    </message>
    <message>
        <source>Cancelled before the first step</source>
        <translation>Cancelado antes del primer paso</translation>
    </message>
    <message>
        <source>Nothing was trained, and nothing is kept.</source>
        <translation>No se entrenó nada, y nada se conserva.</translation>
    </message>
    <message>
        <source>The training could not begin</source>
        <translation>El entrenamiento no pudo empezar</translation>
    </message>
    <message>
        <source>The dry run failed</source>
        <translation>El ensayo falló</translation>
    </message>
    <message>
        <source>These settings do not go together</source>
        <translation>Estos ajustes no van juntos</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entrenar</translation>
    </message>
    <message>
        <source>The plan was lost: its process ended.</source>
        <translation>Se perdió el plan: su proceso terminó.</translation>
    </message>
    <message>
        <source>Training can be started all the same.</source>
        <translation>Se puede empezar a entrenar igualmente.</translation>
    </message>
    <message>
        <source>Ad&amp;vanced</source>
        <translation>A&amp;vanzado</translation>
    </message>
    <message>
        <source>Try sever&amp;al values…</source>
        <translation>Prob&amp;ar varios valores…</translation>
    </message>
    <message>
        <source>You chose: {settings}.</source>
        <translation>Elegiste: {settings}.</translation>
    </message>
    <message>
        <source>You chose {n} of the numbers yourself.</source>
        <translation>Elegiste {n} de los números.</translation>
    </message>
    <message>
        <source>Everything is set to suit your goal, model and data.</source>
        <translation>Todo está ajustado a tu objetivo, modelo y datos.</translation>
    </message>
    <message>
        <source>With the numbers you chose.</source>
        <translation>Con los números que elegiste.</translation>
    </message>
    <message>
        <source>Deta&amp;ils</source>
        <translation>Deta&amp;lles</translation>
    </message>
    <message>
        <source>How it learns</source>
        <translation>Cómo aprende</translation>
    </message>
    <message>
        <source>As set in Settings: {usual}.</source>
        <translation>Como en Ajustes: {usual}.</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Este entrenamiento</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Nombre del entrenamiento</translation>
    </message>
    <message>
        <source>Named after the data if you leave this empty</source>
        <translation>Si lo dejas vacío, se llama como los datos</translation>
    </message>
    <message>
        <source>Notes on the run</source>
        <translation>Notas sobre el entrenamiento</translation>
    </message>
    <message>
        <source>What you want to find out</source>
        <translation>Lo que quieres averiguar con él</translation>
    </message>
    <message>
        <source>Questions to ask while it learns</source>
        <translation>Preguntas mientras aprende</translation>
    </message>
    <message>
        <source>One a line, such as: Who are you?</source>
        <translation>Una por línea, como: ¿Quién eres?</translation>
    </message>
    <message>
        <source>Ask it while it learns</source>
        <translation>Preguntar mientras aprende</translation>
    </message>
    <message>
        <source>Time and memory below are for this computer.</source>
        <translation>El tiempo y la memoria de abajo son para este ordenador.</translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation>&amp;Nombre</translation>
    </message>
    <message>
        <source>You can read how its answers change. If you ask nothing, it is asked two questions of your data.</source>
        <translation>Puedes leer cómo cambian sus respuestas. Si no preguntas nada, se le hacen dos preguntas de tus datos.</translation>
    </message>
    <message>
        <source>Where it trains</source>
        <translation>Dónde se entrena</translation>
    </message>
    <message>
        <source>Where it &amp;trains</source>
        <translation>Dónde se entrena</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Este ordenador</translation>
    </message>
    <message>
        <source>Dry r&amp;un</source>
        <translation>&amp;Ensayo</translation>
    </message>
    <message>
        <source>Trains a step or two to measure time and memory, and keeps nothing.</source>
        <translation>Entrena uno o dos pasos para medir el tiempo y la memoria, y no guarda nada.</translation>
    </message>
    <message>
        <source>Add to the &amp;queue</source>
        <translation>Añadir a la &amp;cola</translation>
    </message>
    <message>
        <source>It begins when the trainings before it have ended. The queue is on the Runs page.</source>
        <translation>Empieza cuando han terminado los entrenamientos anteriores. La cola está en la página Historial.</translation>
    </message>
    <message>
        <source>&amp;Start training</source>
        <translation>&amp;Empezar a entrenar</translation>
    </message>
    <message>
        <source>This does not fit into memory.</source>
        <translation>Esto no cabe en la memoria.</translation>
    </message>
    <message>
        <source>No row of the data fits into this context.</source>
        <translation>Ninguna fila de los datos cabe en este contexto.</translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation>Elige primero un modelo.</translation>
    </message>
    <message>
        <source>Choose data first.</source>
        <translation>Elige primero los datos.</translation>
    </message>
    <message>
        <source>Choose a model and data first.</source>
        <translation>Elige primero un modelo y datos.</translation>
    </message>
    <message>
        <source>only rows with thoughts</source>
        <translation>solo filas con pensamientos</translation>
    </message>
    <message>
        <source>thoughts left out</source>
        <translation>sin pensamientos</translation>
    </message>
    <message>
        <source>learns not to think</source>
        <translation>aprende a no pensar</translation>
    </message>
    <message>
        <source>learns last answers</source>
        <translation>aprende las últimas respuestas</translation>
    </message>
    <message>
        <source>learns every word</source>
        <translation>aprende cada palabra</translation>
    </message>
    <message>
        <source>You ask</source>
        <translation>Preguntas</translation>
    </message>
    <message>
        <source>It says</source>
        <translation>Responde</translation>
    </message>
    <message>
        <source>“How was your day?”</source>
        <translation>«¿Qué tal tu día?»</translation>
    </message>
    <message>
        <source>“Arr, rough seas and fair wind, matey!”</source>
        <translation>«¡Arr, mar brava y buen viento, grumete!»</translation>
    </message>
    <message>
        <source>“Who feeds the cat?”</source>
        <translation>«¿Quién da de comer al gato?»</translation>
    </message>
    <message>
        <source>“Mona does, at seven.”</source>
        <translation>«Mona, a las siete.»</translation>
    </message>
    <message>
        <source>“My parcel is late.”</source>
        <translation>«Mi paquete llega tarde.»</translation>
    </message>
    <message>
        <source>“delivery”</source>
        <translation>«entrega»</translation>
    </message>
    <message>
        <source>“Who are you?”</source>
        <translation>«¿Quién eres?»</translation>
    </message>
    <message>
        <source>“Mira, keeper of the lighthouse.”</source>
        <translation>«Mira, la farera.»</translation>
    </message>
    <message>
        <source>“The old house”</source>
        <translation>«La casa vieja»</translation>
    </message>
    <message>
        <source>“had been shut since May.”</source>
        <translation>«llevaba cerrada desde mayo.»</translation>
    </message>
    <message>
        <source>You begin</source>
        <translation>Empiezas</translation>
    </message>
    <message>
        <source>It goes on</source>
        <translation>Continúa</translation>
    </message>
    <message>
        <source>Going by {earlier} with this model on this computer. Other programs can slow it down.</source>
        <translation>Según {earlier} con este modelo en este ordenador. Otros programas pueden ralentizarlo.</translation>
    </message>
    <message>
        <source>read once</source>
        <translation>leídas una vez</translation>
    </message>
    <message>
        <source>read {epochs:g} times</source>
        <translation>leídas {epochs:g} veces</translation>
    </message>
    <message>
        <source>{rows} {times}: {steps}</source>
        <translation>{rows} {times}: {steps}</translation>
    </message>
    <message>
        <source>“Yes, for three months.”</source>
        <translation>«Sí, tres meses.»</translation>
    </message>
    <message>
        <source>This data cannot be used for that.</source>
        <translation>Estos datos no sirven para eso.</translation>
    </message>
    <message>
        <source>This model cannot be trained with these settings.</source>
        <translation>Este modelo no se puede entrenar con estos ajustes.</translation>
    </message>
    <message>
        <source>See Settings.</source>
        <translation>Ver Ajustes.</translation>
    </message>
    <message>
        <source>Set on the Data page.</source>
        <translation>Se ajusta en la página Datos.</translation>
    </message>
    <message>
        <source>A guess, for when nothing else is running. A dry run measures it.</source>
        <translation>Una estimación, si no hay nada más en marcha. Un ensayo lo mide.</translation>
    </message>
    <message>
        <source>A guess for the processor alone. A dry run measures it with the graphics card.</source>
        <translation>Una estimación solo para el procesador. Un ensayo lo mide con la tarjeta gráfica.</translation>
    </message>
    <message>
        <source>“That depends on many things.”</source>
        <translation>“Eso depende de muchas cosas.”</translation>
    </message>
    <message>
        <source>You prefer</source>
        <translation>Prefieres</translation>
    </message>
    <message>
        <source>You reject</source>
        <translation>Rechazas</translation>
    </message>
    <message>
        <source>{parameters} parameters</source>
        <translation>{parameters} parámetros</translation>
    </message>
    <message>
        <source>to be converted</source>
        <translation>por convertir</translation>
    </message>
    <message>
        <source>About {tokens} tokens{separator}counted once the model is converted</source>
        <translation>Unos {tokens} tokens{separator}se cuentan cuando el modelo esté convertido</translation>
    </message>
    <message>
        <source>{dropped} not used</source>
        <translation>{dropped} sin usar</translation>
    </message>
    <message>
        <source>up to {most} {unit}</source>
        <translation>hasta {most} {unit}</translation>
    </message>
    <message>
        <source>{least} to {most} {unit}</source>
        <translation>de {least} a {most} {unit}</translation>
    </message>
    <message>
        <source>{shortest} to {longest} s</source>
        <translation>de {shortest} a {longest} s</translation>
    </message>
    <message>
        <source>about {longest} s</source>
        <translation>unos {longest} s</translation>
    </message>
    <message>
        <source>an earlier run</source>
        <translation>un entrenamiento anterior</translation>
    </message>
    <message>
        <source>{runs} earlier runs</source>
        <translation>{runs} entrenamientos anteriores</translation>
    </message>
    <message>
        <source>{rows} rows</source>
        <translation>{rows} filas</translation>
    </message>
    <message numerus="yes">
        <source>{device_layers} layers</source>
        <comment>1 layer</comment>
        <translation>
            <numerusform>{device_layers} capa</numerusform>
            <numerusform>{device_layers} capas</numerusform>
        </translation>
    </message>
    <message>
        <source> of {device_total}</source>
        <translation> de {device_total}</translation>
    </message>
    <message>
        <source>On the graphics card: {device}{of}, {layers}.</source>
        <translation>En la tarjeta gráfica: {device}{of}, {layers}.</translation>
    </message>
    <message>
        <source>hold out {share}</source>
        <translation>reservar {share}</translation>
    </message>
    <message>
        <source>compute on the {device}</source>
        <translation>calcular en {device}</translation>
    </message>
    <message>
        <source>no limit of steps</source>
        <translation>sin límite de pasos</translation>
    </message>
    <message>
        <source>answers with scores</source>
        <translation>respuestas con puntuación</translation>
    </message>
    <message>
        <source>answers with ranks</source>
        <translation>respuestas con rango</translation>
    </message>
    <message>
        <source>conversations (Claude)</source>
        <translation>conversaciones (Claude)</translation>
    </message>
    <message>
        <source>conversations (Gemini)</source>
        <translation>conversaciones (Gemini)</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>tasa de aprendizaje</translation>
    </message>
    <message>
        <source>conversations</source>
        <translation>conversaciones</translation>
    </message>
    <message>
        <source>conversations (ShareGPT)</source>
        <translation>conversaciones (ShareGPT)</translation>
    </message>
    <message>
        <source>instructions (Alpaca)</source>
        <translation>instrucciones (Alpaca)</translation>
    </message>
    <message>
        <source>questions and answers</source>
        <translation>preguntas y respuestas</translation>
    </message>
    <message>
        <source>prompts and answers</source>
        <translation>preguntas y respuestas</translation>
    </message>
    <message>
        <source>preferences</source>
        <translation>preferencias</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>textos</translation>
    </message>
    <message>
        <source>{label} must be {accepts}.</source>
        <translation>{label} debe ser {accepts}.</translation>
    </message>
    <message>
        <source>a whole number, 0 or more</source>
        <translation>un número entero, 0 o más</translation>
    </message>
    <message>
        <source>a whole number of steps, 0 or more</source>
        <translation>un número entero de pasos, 0 o más</translation>
    </message>
    <message>
        <source>a number from 0 to below 1, such as 0.05</source>
        <translation>un número de 0 a menos de 1, como 0.05</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>on u off</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>É&amp;pocas</translation>
    </message>
    <message>
        <source>How many times it reads all of your data. More learns it better, then by heart.</source>
        <translation>Cuántas veces lee todos tus datos. Más lo aprende mejor, y luego de memoria.</translation>
    </message>
    <message>
        <source>a number above 0 and at most a million, such as 3</source>
        <translation>un número mayor que 0 y como mucho un millón, como 3</translation>
    </message>
    <message>
        <source>Co&amp;ntext</source>
        <translation>Co&amp;ntexto</translation>
    </message>
    <message>
        <source>The longest text it sees at once, in tokens (3/4 of a word). Longer takes more memory.</source>
        <translation>El texto más largo que ve de una vez, en tokens (3/4 de palabra). Más largo ocupa más memoria.</translation>
    </message>
    <message>
        <source>a whole number of tokens, 8 or more, such as 512</source>
        <translation>un número entero de tokens, 8 o más, como 512</translation>
    </message>
    <message>
        <source>Ran&amp;k</source>
        <translation>Ran&amp;go</translation>
    </message>
    <message>
        <source>How much room it has to learn: 16 is enough for most, 32 for much knowledge.</source>
        <translation>Cuánto espacio tiene para aprender: 16 basta casi siempre, 32 para muchos conocimientos.</translation>
    </message>
    <message>
        <source>a whole number from 1 to 1024, such as 16</source>
        <translation>un número entero de 1 a 1024, como 16</translation>
    </message>
    <message>
        <source>&amp;Learning rate</source>
        <translation>&amp;Tasa de aprendizaje</translation>
    </message>
    <message>
        <source>How big its steps are. If the loss jumps up, choose a smaller one.</source>
        <translation>Cómo de grandes son sus pasos. Si la pérdida salta hacia arriba, elige una menor.</translation>
    </message>
    <message>
        <source>a number above 0 and at most 1, such as 2e-4</source>
        <translation>un número mayor que 0 y como mucho 1, como 2e-4</translation>
    </message>
    <message>
        <source>Compute on</source>
        <translation>Calcular en</translation>
    </message>
    <message>
        <source>The processor or a graphics card. Automatic: as Settings say, else the faster of the two.</source>
        <translation>El procesador o una tarjeta gráfica. Automático: como dicen los Ajustes, o el más rápido de los dos.</translation>
    </message>
    <message>
        <source>one from the list</source>
        <translation>uno de los de la lista</translation>
    </message>
    <message>
        <source>Most steps</source>
        <translation>Pasos como mucho</translation>
    </message>
    <message>
        <source>Learns by</source>
        <translation>Aprende con</translation>
    </message>
    <message>
        <source>sft: your answers, as they stand. dpo, kto, orpo: which of two answers you chose, from data that says so.</source>
        <translation>sft: tus respuestas, tal como están. dpo, kto, orpo: cuál de dos respuestas elegiste, con datos que lo dicen.</translation>
    </message>
    <message>
        <source>sft, dpo, kto or orpo</source>
        <translation>sft, dpo, kto u orpo</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>For dpo, kto and orpo: how closely it stays to the model it began with. Lower: it may move further.</source>
        <translation>Para dpo, kto y orpo: cuánto se mantiene cerca del modelo con el que empezó. Menor: puede alejarse más.</translation>
    </message>
    <message>
        <source>a number above 0, such as 0.1</source>
        <translation>un número mayor que 0, como 0,1</translation>
    </message>
    <message>
        <source>Train this many steps, whatever the epochs say. 0: as many as the epochs need.</source>
        <translation>Entrena tantos pasos, digan lo que digan las épocas. 0: los que pidan las épocas.</translation>
    </message>
    <message>
        <source>Evaluate every</source>
        <translation>Evaluar cada</translation>
    </message>
    <message>
        <source>Steps between evaluations on held-out text. 0: only at the beginning and at the end.</source>
        <translation>Mide con texto reservado cada tantos pasos. 0: solo al principio y al final.</translation>
    </message>
    <message>
        <source>The share of your data that is kept for measuring and never trained on.</source>
        <translation>La parte de tus datos que se guarda para medir y nunca se entrena.</translation>
    </message>
    <message>
        <source>anna@studio or anna@192.168.1.20</source>
        <translation>anna@studio o anna@192.168.1.20</translation>
    </message>
    <message>
        <source>A&amp;dd it</source>
        <translation>Añadirlo</translation>
    </message>
    <message>
        <source>About other computers</source>
        <translation>Sobre otros ordenadores</translation>
    </message>
    <message>
        <source>&amp;If Luthier is not found</source>
        <translation>Si no se encuentra Luthier</translation>
    </message>
    <message>
        <source>User name, @, and the computer&apos;s name or address</source>
        <translation>Usuario, @ y el nombre o la dirección del ordenador</translation>
    </message>
    <message>
        <source>Command that starts Luthier on it</source>
        <translation>Comando que inicia Luthier en él</translation>
    </message>
    <message>
        <source>&amp;Command that starts Luthier on it</source>
        <translation>&amp;Comando que inicia Luthier en él</translation>
    </message>
    <message>
        <source>Use&amp;r name, @, and the computer&apos;s name or address</source>
        <translation>Usua&amp;rio, @ y el nombre o la dirección del ordenador</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Prueba</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Asking it…</source>
        <translation>Se le pregunta…</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Medido</translation>
    </message>
    <message>
        <source>How many held-out tokens are measured each time, at most. 0: all.</source>
        <translation>Como mucho se miden tantos tokens reservados cada vez, para que no tarde. 0: todos.</translation>
    </message>
    <message>
        <source>a whole number of tokens, 0 or more</source>
        <translation>un número entero de tokens, 0 o más</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>Guardar cada</translation>
    </message>
    <message>
        <source>The number of steps between checkpoints; a crash costs no more. 0: only at the end.</source>
        <translation>Escribe un punto guardado cada tantos pasos; un fallo no cuesta más que estos. 0: solo al final.</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Volver atrás</translation>
    </message>
    <message>
        <source>When the loss jumps and stays high: back to the last good checkpoint with half the learning rate, twice at most. off: go on, whatever happens.</source>
        <translation>Si la pérdida salta y se queda alta: vuelta al último punto bueno con la mitad de la tasa, dos veces como mucho. off: seguir pase lo que pase.</translation>
    </message>
    <message>
        <source>Stays itself</source>
        <translation>Sigue siendo el mismo</translation>
    </message>
    <message>
        <source>How firmly it is held to what it would have said on everyday questions, while it learns yours. 1: firmly; 0: not at all.</source>
        <translation>Con qué firmeza se mantiene en lo que habría dicho ante preguntas cotidianas mientras aprende las tuyas. 1: con firmeza; 0: nada.</translation>
    </message>
    <message>
        <source>a number from 0 to 100, such as 1</source>
        <translation>un número de 0 a 100, por ejemplo 1</translation>
    </message>
    <message>
        <source>What must not change</source>
        <translation>Lo que no debe cambiar</translation>
    </message>
    <message>
        <source>the path of a file</source>
        <translation>la ruta de un archivo</translation>
    </message>
    <message>
        <source>Odd data</source>
        <translation>Datos raros</translation>
    </message>
    <message>
        <source>refuse or train</source>
        <translation>refuse o train</translation>
    </message>
    <message>
        <source>How many pieces of text make up one step. More makes steadier but fewer steps, and needs no more memory.</source>
        <translation>Cuántos trozos de texto forman un paso. Más da pasos más firmes pero menos, y no ocupa más memoria.</translation>
    </message>
    <message>
        <source>a whole number, 1 or more, such as 4</source>
        <translation>un número entero, 1 o más, como 4</translation>
    </message>
    <message>
        <source>Which parts of each layer get an adapter. Fewer make a smaller file; all of them usually learn best.</source>
        <translation>Qué partes de cada capa reciben un adaptador. Menos dan un archivo más pequeño; todas suelen aprender mejor.</translation>
    </message>
    <message>
        <source>all-linear, or some of q, k, v, o, gate, up, down with commas between</source>
        <translation>all-linear, o algunas de q, k, v, o, gate, up, down separadas por comas</translation>
    </message>
    <message>
        <source>Which layers learn. Fewer, counted from the last, are faster and take less memory.</source>
        <translation>Qué capas aprenden. La vuelta acaba en la más baja: menos, desde la última, son más rápidas y ocupan menos.</translation>
    </message>
    <message>
        <source>all, last half, last quarter, last 8, first 8, or numbers from 0 on, such as 4-11</source>
        <translation>all, last half, last quarter, last 8, first 8, o números desde 0, como 4-11</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alfa</translation>
    </message>
    <message>
        <source>How strongly what is learnt counts: twice the rank is usual.</source>
        <translation>Cuánto cuenta lo aprendido: lo habitual es el doble del rango.</translation>
    </message>
    <message>
        <source>a number above 0, such as 32</source>
        <translation>un número mayor que 0, como 32</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Curso</translation>
    </message>
    <message>
        <source>How the learning rate falls to zero: in a curve, in a line, or not at all.</source>
        <translation>Cómo baja la tasa de aprendizaje hasta nada: en curva, en línea recta, o sin bajar.</translation>
    </message>
    <message>
        <source>cosine, linear or constant</source>
        <translation>cosine, linear o constant</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Calentamiento</translation>
    </message>
    <message>
        <source>The share of the steps in which the learning rate rises to its full value.</source>
        <translation>La parte de los pasos en la que la tasa de aprendizaje sube hasta su altura.</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>Mejor según</translation>
    </message>
    <message>
        <source>Which checkpoint is the best: the one with the lowest loss, or with the most right answers (right), for labels, JSON and tool calls.</source>
        <translation>Qué punto de control es el mejor: el de menor pérdida o el de más respuestas correctas (right), para etiquetas, JSON y llamadas a herramientas.</translation>
    </message>
    <message>
        <source>loss or right</source>
        <translation>loss o right</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Paciencia</translation>
    </message>
    <message>
        <source>Stop after this many evaluations without improvement. 0: never before the end.</source>
        <translation>Parar tras tantas evaluaciones sin mejora. 0: nunca antes del final.</translation>
    </message>
    <message>
        <source>a whole number of evaluations, 0 or more</source>
        <translation>un número entero de evaluaciones, 0 o más</translation>
    </message>
    <message>
        <source>How many cores compute. Fewer leave some to other programs; 0: as Settings say.</source>
        <translation>Cuántos núcleos calculan. Con menos quedan algunos para otros programas; 0: como dicen los ajustes.</translation>
    </message>
    <message>
        <source>a whole number of threads, 0 or more</source>
        <translation>un número entero de hilos, 0 o más</translation>
    </message>
    <message>
        <source>low: other programs go first and keep a core, so that the computer stays usable. auto: as Settings say.</source>
        <translation>low: los demás programas van primero y conservan un núcleo, así el ordenador se puede usar. auto: como dicen los ajustes.</translation>
    </message>
    <message>
        <source>auto, normal or low</source>
        <translation>auto, normal o low</translation>
    </message>
    <message>
        <source>Rank-stable</source>
        <translation>Estable en rango</translation>
    </message>
    <message>
        <source>rsLoRA: with large ranks (64 or more) the adapter keeps learning instead of being damped.</source>
        <translation>rsLoRA: con rangos grandes (64 o más) el adaptador sigue aprendiendo en vez de frenarse.</translation>
    </message>
    <message>
        <source>Also trains how strong each row of a weight is. Slower, often a bit better, and exported merged only.</source>
        <translation>Entrena también la fuerza de cada fila de los pesos. Más lento, a menudo algo mejor, y solo se exporta fusionado.</translation>
    </message>
    <message>
        <source>LoRA+ ratio</source>
        <translation>Proporción LoRA+</translation>
    </message>
    <message>
        <source>Lets the adapter&apos;s second half learn this many times faster, which can save steps. 16 is usual; 1: off.</source>
        <translation>Deja que la segunda mitad del adaptador aprenda tantas veces más rápido, lo que puede ahorrar pasos. 16 es lo habitual; 1: no.</translation>
    </message>
    <message>
        <source>a number above 0, such as 16</source>
        <translation>un número mayor que 0, como 16</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Leaves out part of the adapter&apos;s input at random, so that it learns less by heart. 0.05 is usual; 0: off.</source>
        <translation>Deja fuera al azar parte de lo que lee el adaptador, para que aprenda menos de memoria. 0.05 es lo habitual; 0: no.</translation>
    </message>
    <message>
        <source>Noise (NEFTune)</source>
        <translation>Ruido (NEFTune)</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Objetivo</translation>
    </message>
    <message>
        <source>Without length</source>
        <translation>Sin la longitud</translation>
    </message>
    <message>
        <source>Good answers count</source>
        <translation>Cuánto cuentan las buenas</translation>
    </message>
    <message>
        <source>Wrong choices</source>
        <translation>Elecciones erróneas</translation>
    </message>
    <message>
        <source>Marks of turns</source>
        <translation>Marcas de turnos</translation>
    </message>
    <message>
        <source>Go to “{control}”.</source>
        <translation>Ve a «{control}».</translation>
    </message>
    <message>
        <source>Change “{control}”.</source>
        <translation>Cambia «{control}».</translation>
    </message>
    <message>
        <source>Set “{control}” to {value}.</source>
        <translation>Pon «{control}» en {value}.</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Columnas</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Codificación</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>Encabezado</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Hoja</translation>
    </message>
    <message>
        <source>Equal rows</source>
        <translation>Filas iguales</translation>
    </message>
    <message>
        <source>Packing</source>
        <translation>Empaquetado</translation>
    </message>
    <message>
        <source>Shared beginnings</source>
        <translation>Comienzos compartidos</translation>
    </message>
    <message>
        <source>NEFTune: a little noise on the words while training, which often makes answers of a chat model freer. 0: off.</source>
        <translation>NEFTune: un poco de ruido en las palabras al entrenar, que suele soltar las respuestas de un modelo de chat. 0: no.</translation>
    </message>
    <message>
        <source>The share of your data that is only used to test the trained model.</source>
        <translation>La parte de tus datos que solo se usa para probar el modelo entrenado.</translation>
    </message>
    <message>
        <source>A file of conversations or text that it has to keep. Empty: everyday talk in six languages.</source>
        <translation>Un archivo de conversaciones o texto que debe conservar. Vacío: charla cotidiana en seis idiomas.</translation>
    </message>
    <message>
        <source>Data with the same answer to every question, or with mostly misread letters: refuse it, or train on it anyway.</source>
        <translation>Datos con la misma respuesta a cada pregunta, o con letras mal leídas en su mayoría: rechazarlos, o entrenar con ellos de todos modos.</translation>
    </message>
    <message>
        <source>The order of the rows, and how the adapter begins. The same seed gives the same training.</source>
        <translation>El orden de las filas, y cómo empieza el adaptador. La misma semilla da el mismo entrenamiento.</translation>
    </message>
    <message>
        <source>a number, 0 or more, such as 5</source>
        <translation>un número, 0 o más, como 5</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Decaimiento de pesos</translation>
    </message>
    <message>
        <source>Pulls the adapter back towards nothing, so that small data changes the model less. 0: off.</source>
        <translation>Devuelve el adaptador hacia nada, para que datos pequeños cambien menos el modelo. 0: no.</translation>
    </message>
    <message>
        <source>a number, 0 or more, such as 0.01</source>
        <translation>un número, 0 o más, como 0.01</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Ensayo</translation>
    </message>
    <message>
        <source>Cancel the dry run</source>
        <translation>Cancelar el ensayo</translation>
    </message>
    <message>
        <source>about {whole_seconds}</source>
        <translation>unos {whole_seconds}</translation>
    </message>
    <message>
        <source>The dry run was cancelled.</source>
        <translation>El ensayo se canceló.</translation>
    </message>
    <message>
        <source>Teach a language model your style, your answers or your texts. Nothing leaves this computer.</source>
        <translation>Enseña a un modelo de lenguaje tu estilo, tus respuestas o tus textos. Nada sale de este ordenador.</translation>
    </message>
    <message>
        <source>Choose one: yours, or the one included.</source>
        <translation>Elige uno: el tuyo o el incluido.</translation>
    </message>
    <message>
        <source>Show it what to learn from.</source>
        <translation>Muéstrale de qué aprender.</translation>
    </message>
    <message>
        <source>Let it learn. The model file itself stays as it is.</source>
        <translation>Deja que aprenda. El archivo del modelo se queda como está.</translation>
    </message>
    <message>
        <source>Compare its answers, before and after.</source>
        <translation>Compara sus respuestas, antes y después.</translation>
    </message>
    <message>
        <source>A small model learns from a sample in a few minutes, without a network:</source>
        <translation>Un modelo pequeño aprende de un ejemplo en unos minutos, sin red:</translation>
    </message>
    <message>
        <source>to &amp;answer like an old lighthouse keeper</source>
        <translation>&amp;responder como un viejo farero</translation>
    </message>
    <message>
        <source>to &amp;continue a story like Dr Watson</source>
        <translation>&amp;continuar una historia como el doctor Watson</translation>
    </message>
    <message>
        <source>Use my &amp;own</source>
        <translation>Usar los &amp;míos</translation>
    </message>
    <message>
        <source>&amp;Try it with the sample</source>
        <translation>&amp;Probar con el ejemplo</translation>
    </message>
    <message>
        <source>Welcome to Luthier</source>
        <translation>Te damos la bienvenida a Luthier</translation>
    </message>
    <message>
        <source>Teach it my &amp;own texts</source>
        <translation>Enseñarle &amp;mis textos</translation>
    </message>
    <message>
        <source>How it works</source>
        <translation>Cómo funciona</translation>
    </message>
    <message>
        <source>Take it to Ollama, LM Studio or llama.cpp.</source>
        <translation>Llévalo a Ollama, LM Studio o llama.cpp.</translation>
    </message>
    <message>
        <source>See it happen first</source>
        <translation>Míralo primero</translation>
    </message>
    <message>
        <source>Luthier goes on</source>
        <translation>Luthier sigue en marcha</translation>
    </message>
    <message>
        <source>The run is in the tray until it ends.</source>
        <translation>El entrenamiento está en la bandeja hasta que termine.</translation>
    </message>
    <message>
        <source>Nothing is training</source>
        <translation>No se entrena nada</translation>
    </message>
    <message>
        <source>Show &amp;Luthier</source>
        <translation>Mostrar &amp;Luthier</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
    <message>
        <source>{title} could not be trained</source>
        <translation>No se pudo entrenar {title}</translation>
    </message>
    <message>
        <source>Start it when the other has ended.</source>
        <translation>Empiézalo cuando el otro haya terminado.</translation>
    </message>
    <message>
        <source>&amp;Train both</source>
        <translation>&amp;Entrenar los dos</translation>
    </message>
    <message>
        <source>Each takes about twice as long, and both need their memory at once.</source>
        <translation>Cada uno tarda más o menos el doble, y los dos necesitan su memoria a la vez.</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>otro programa</translation>
    </message>
    <message>
        <source>{title} is being trained by {holder}.</source>
        <translation>{title} se está entrenando en {holder}.</translation>
    </message>
    <message>
        <source>Another run is training on this computer.</source>
        <translation>Ya se está entrenando algo en este ordenador.</translation>
    </message>
    <message>
        <source>The training is being saved.</source>
        <translation>Se está guardando el entrenamiento.</translation>
    </message>
    <message>
        <source>{title} is still training on {computer}.</source>
        <translation>{title} sigue entrenándose en {computer}.</translation>
    </message>
    <message>
        <source>{title} is still training.</source>
        <translation>{title} todavía se está entrenando.</translation>
    </message>
    <message>
        <source>What should happen to it?</source>
        <translation>¿Qué hacemos con él?</translation>
    </message>
    <message>
        <source>Let it go &amp;on there</source>
        <translation>Dejar que &amp;siga allí</translation>
    </message>
    <message>
        <source>The window closes. Next time it offers to take it up again. Left alone for a day, it stops there, and is kept.</source>
        <translation>La ventana se cierra. La próxima vez te ofrece seguir con él. Si nadie lo atiende en un día, se detiene allí y se conserva.</translation>
    </message>
    <message>
        <source>Keep &amp;running</source>
        <translation>Seguir en &amp;marcha</translation>
    </message>
    <message>
        <source>The window goes to the tray. A message says when the run has ended.</source>
        <translation>La ventana pasa a la bandeja. Un mensaje avisa cuando el entrenamiento ha terminado.</translation>
    </message>
    <message>
        <source>The window becomes small and goes on training. Its title says how far the run is.</source>
        <translation>La ventana se minimiza y sigue entrenando. Su título dice por dónde va.</translation>
    </message>
    <message>
        <source>Finishes the step, saves, and closes. You can continue it another time.</source>
        <translation>Termina el paso, guarda y cierra. Puedes seguir con él en otro momento.</translation>
    </message>
    <message>
        <source>What it learnt since step {step} is lost.</source>
        <translation>Se pierde lo que aprendió desde el paso {step}.</translation>
    </message>
    <message>
        <source>Nothing of it is kept.</source>
        <translation>No se conserva nada.</translation>
    </message>
    <message>
        <source>&amp;Cancel the run</source>
        <translation>&amp;Cancelar el entrenamiento</translation>
    </message>
    <message>
        <source>Ends it without saving, and closes. {lost}</source>
        <translation>Lo termina sin guardar y cierra. {lost}</translation>
    </message>
    <message>
        <source>The window stays open.</source>
        <translation>La ventana queda abierta.</translation>
    </message>
    <message>
        <source>&amp;End it now</source>
        <translation>&amp;Terminar ya</translation>
    </message>
    <message>
        <source>Without waiting. {lost}</source>
        <translation>Sin esperar. {lost}</translation>
    </message>
    <message>
        <source>&amp;Wait</source>
        <translation>&amp;Esperar</translation>
    </message>
    <message>
        <source>The window closes by itself.</source>
        <translation>La ventana se cierra sola.</translation>
    </message>
    <message>
        <source>Luthier is still waiting to close.</source>
        <translation>Luthier sigue esperando para cerrarse.</translation>
    </message>
    <message>
        <source>What was learnt since step {step} is lost.</source>
        <translation>Se pierde lo aprendido desde el paso {step}.</translation>
    </message>
    <message>
        <source>What is not saved yet is lost.</source>
        <translation>Se pierde lo que aún no está guardado.</translation>
    </message>
    <message>
        <source>Stopping what is running. Then the window closes.</source>
        <translation>Terminando lo que está en marcha. Después se cierra la ventana.</translation>
    </message>
    <message>
        <source>; a step takes about {seconds} here</source>
        <translation>; aquí un paso tarda unos {seconds}</translation>
    </message>
    <message>
        <source>Waiting for the current step{pace}. Then the window closes.</source>
        <translation>Esperando al paso en marcha{pace}. Después se cierra la ventana.</translation>
    </message>
    <message>
        <source>&amp;Keep the window open</source>
        <translation>&amp;Dejar la ventana abierta</translation>
    </message>
    <message>
        <source>&amp;Look at the training</source>
        <translation>&amp;Ver el entrenamiento</translation>
    </message>
    <message>
        <source>Luthier did not start properly last time, so it starts without what it remembered. That is kept in {file}.</source>
        <translation>La última vez Luthier no arrancó bien, así que empieza sin lo que recordaba. Eso se conserva en {file}.</translation>
    </message>
    <message>
        <source>&amp;Good</source>
        <translation>&amp;Bien</translation>
    </message>
    <message>
        <source>Something went wrong in the window. If it does not look right now, close it and start it again.</source>
        <translation>Algo ha fallado en la ventana. Si ahora no se ve bien, ciérrala y vuelve a abrirla.</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>&amp;Ajustes</translation>
    </message>
    <message>
        <source>Trained: its new answer is beside the old one. This sample model is tiny, so it learns only a manner of speaking. Larger models learn facts, too.</source>
        <translation>Entrenado: su respuesta nueva está junto a la anterior. Este modelo de ejemplo es diminuto y solo aprende una manera de hablar. Los modelos más grandes también aprenden datos.</translation>
    </message>
    <message>
        <source>{title}: trained.</source>
        <translation>{title}: entrenado.</translation>
    </message>
    <message>
        <source>&amp;Ask it something</source>
        <translation>&amp;Pregúntale algo</translation>
    </message>
    <message>
        <source>{name}
{words}
Press to watch it.</source>
        <translation>{name}
{words}
Pulsa para verlo.</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Continuar</translation>
    </message>
    <message>
        <source>&amp;Look at it</source>
        <translation>&amp;Verlo</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>&amp;Ahora no</translation>
    </message>
    <message>
        <source>{who} in the queue from last time. Continue the training?</source>
        <translation>{who} en la cola desde la última vez. ¿Seguimos entrenando?</translation>
    </message>
    <message>
        <source>&amp;Look at the queue</source>
        <translation>Ver la &amp;cola</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Bienvenida</translation>
    </message>
    <message>
        <source>{page}: {text}</source>
        <translation>{page}: {text}</translation>
    </message>
    <message>
        <source>&amp;Show it</source>
        <translation>&amp;Mostrar</translation>
    </message>
    <message>
        <source>running, {percent}</source>
        <translation>en marcha, {percent}</translation>
    </message>
    <message>
        <source>next</source>
        <translation>a continuación</translation>
    </message>
    <message>
        <source>done</source>
        <translation>hecho</translation>
    </message>
    <message>
        <source>Another training is running. Press Train at the left to see it.</source>
        <translation>Hay otro entrenamiento en marcha. Pulsa Entrenar, a la izquierda, para verlo.</translation>
    </message>
    <message>
        <source>This folder cannot be opened</source>
        <translation>Esta carpeta no se puede abrir</translation>
    </message>
    <message>
        <source>This run cannot be read</source>
        <translation>Este entrenamiento no se puede leer</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Deteniendo…</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>Cancelando</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Terminado</translation>
    </message>
    <message>
        <source>{rss} · {pace} tok/s</source>
        <translation>{rss} · {pace} tok/s</translation>
    </message>
    <message>
        <source>{seconds} min left</source>
        <translation>quedan {seconds} min</translation>
    </message>
    <message>
        <source>{seconds} left</source>
        <translation>quedan {seconds}</translation>
    </message>
    <message>
        <source>Your run {title} stopped before its first step.</source>
        <translation>Tu entrenamiento {title} se detuvo antes del primer paso.</translation>
    </message>
    <message>
        <source>&amp;Resume {title}</source>
        <translation>&amp;Reanudar {title}</translation>
    </message>
    <message>
        <source>at step {step} of {steps}</source>
        <translation>en el paso {step} de {steps}</translation>
    </message>
    <message>
        <source>&amp;Resume {title} ({step} of {steps})</source>
        <translation>&amp;Reanudar {title} ({step} de {steps})</translation>
    </message>
    <message>
        <source>Your run {title} stopped {where}.</source>
        <translation>Tu entrenamiento {title} se detuvo {where}.</translation>
    </message>
    <message>
        <source>Your run {title} was {where} when {on} was last heard.</source>
        <translation>Tu entrenamiento {title} estaba {where} cuando se supo de {on} por última vez.</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Reanudar</translation>
    </message>
    <message>
        <source>{title} – Luthier</source>
        <translation>{title} – Luthier</translation>
    </message>
    <message>
        <source>Lines to type in a terminal</source>
        <translation>Líneas para escribir en un terminal</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progreso</translation>
    </message>
    <message>
        <source>{title}: not found here</source>
        <translation>{title}: no se encuentra aquí</translation>
    </message>
    <message>
        <source>Data (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;All files (*)</source>
        <translation>Datos (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Choose a text, a document, a JSON, CSV or Parquet file, or a folder of texts.</source>
        <translation>Elige un texto, un documento, un archivo JSON, CSV o Parquet, o una carpeta de textos.</translation>
    </message>
    <message>
        <source>A folder: the texts in it, and in folders below.</source>
        <translation>Una carpeta: los textos que hay en ella y en sus subcarpetas.</translation>
    </message>
    <message>
        <source>Check that you have permission to read it, or choose another.</source>
        <translation>Comprueba que puedes leerlo, o elige otro.</translation>
    </message>
    <message>
        <source>{text} cannot be read: {strerror}.</source>
        <translation>No se puede leer {text}: {strerror}.</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} está vacío.</translation>
    </message>
    <message>
        <source>Choose a file with text in it.</source>
        <translation>Elige un archivo que tenga texto.</translation>
    </message>
    <message>
        <source>A file of {size}.</source>
        <translation>Un archivo de {size}.</translation>
    </message>
    <message>
        <source>No {what} is chosen yet.</source>
        <translation>Todavía no has elegido nada ({what}).</translation>
    </message>
    <message>
        <source>There is nothing at {text}.</source>
        <translation>No hay nada en {text}.</translation>
    </message>
    <message>
        <source>Check the path, or choose it again.</source>
        <translation>Comprueba la ruta, o elígela de nuevo.</translation>
    </message>
    <message>
        <source>Ending…</source>
        <translation>Terminando…</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>Pausando…</translation>
    </message>
    <message>
        <source>Paused · {amount}</source>
        <translation>En pausa · {amount}</translation>
    </message>
    <message>
        <source>Connection lost, trying again</source>
        <translation>Conexión perdida, nuevo intento</translation>
    </message>
    <message>
        <source>{seconds_left} left</source>
        <translation>quedan {seconds_left}</translation>
    </message>
    <message>
        <source>{done} of {total} {unit}</source>
        <translation>{done} de {total} {unit}</translation>
    </message>
    <message>
        <source>No loss yet.</source>
        <translation>Aún no hay pérdida.</translation>
    </message>
    <message>
        <source>Loss from {first} to {last}.</source>
        <translation>Pérdida de {first} a {last}.</translation>
    </message>
    <message>
        <source> On text it had not seen from {first} to {last}.</source>
        <translation> Con texto que no había visto, de {first} a {last}.</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Conviene mirarlo</translation>
    </message>
    <message>
        <source>Not good</source>
        <translation>Mal</translation>
    </message>
    <message>
        <source>Still to come</source>
        <translation>Pendiente</translation>
    </message>
    <message>
        <source>Going on</source>
        <translation>En curso</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>Aún no se sabe</translation>
    </message>
    <message>
        <source>Copy the &amp;lines</source>
        <translation>Copiar las &amp;líneas</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Quitar este mensaje</translation>
    </message>
    <message>
        <source>Dismiss this message (Escape)</source>
        <translation>Quitar este mensaje (Escape)</translation>
    </message>
    <message>
        <source>No file manager could be started</source>
        <translation>No se pudo abrir ningún gestor de archivos</translation>
    </message>
    <message>
        <source>The folder is here:</source>
        <translation>La carpeta está aquí:</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>Archivo…</translation>
    </message>
    <message>
        <source>{name}: choose a file</source>
        <translation>{name}: elegir un archivo</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Carpeta…</translation>
    </message>
    <message>
        <source>{name}: choose a folder</source>
        <translation>{name}: elegir una carpeta</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Elegir un archivo</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Elegir una carpeta</translation>
    </message>
    <message>
        <source>Get a token</source>
        <translation>Conseguir un token</translation>
    </message>
    <message>
        <source>Save token</source>
        <translation>Guardar token</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>Token de acceso</translation>
    </message>
    <message>
        <source>Access token, hf_…</source>
        <translation>Token de acceso, hf_…</translation>
    </message>
    <message>
        <source>It is kept in the system&apos;s keyring, and in no file.</source>
        <translation>Se guarda en el llavero del sistema, y en ningún archivo.</translation>
    </message>
    <message>
        <source>Remove token</source>
        <translation>Quitar token</translation>
    </message>
    <message>
        <source>Paste the token first.</source>
        <translation>Pega primero el token.</translation>
    </message>
    <message>
        <source>Asking the keyring…</source>
        <translation>Preguntando al llavero…</translation>
    </message>
    <message>
        <source>✓ The token is in the system&apos;s keyring.</source>
        <translation>✓ El token está en el llavero del sistema.</translation>
    </message>
    <message>
        <source>✓ There is no token in the keyring any more.</source>
        <translation>✓ Ya no hay ningún token en el llavero.</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>no cabe</translation>
    </message>
    <message>
        <source>The worker process reported a result that cannot be understood.</source>
        <translation>No se entiende lo que el proceso de trabajo dijo de su resultado.</translation>
    </message>
    <message>
        <source>This is a bug: please report the details.</source>
        <translation>Es un error del programa: comunica los detalles, por favor.</translation>
    </message>
    <message>
        <source>The worker process was lost</source>
        <translation>Se perdió el proceso de trabajo</translation>
    </message>
    <message>
        <source>Closing other programs helps when memory ran out. Try again.</source>
        <translation>Cerrar otros programas ayuda si se acabó la memoria. Inténtalo de nuevo.</translation>
    </message>
    <message>
        <source>This is a bug: please report it. “Save a report” on the Settings page writes what is needed.</source>
        <translation>Es un error del programa: comunícalo, por favor. «Guardar un informe» en la página Ajustes escribe lo que hace falta.</translation>
    </message>
    <message>
        <source>The training process did not start</source>
        <translation>El proceso de entrenamiento no arrancó</translation>
    </message>
    <message>
        <source>The training process was lost</source>
        <translation>El proceso de entrenamiento se perdió</translation>
    </message>
    <message>
        <source>exit code {exit_code}, crashed: {crashed}</source>
        <translation>código de salida {exit_code}, falló: {crashed}</translation>
    </message>
    <message>
        <source>Stopped and kept</source>
        <translation>Detenido y conservado</translation>
    </message>
    <message>
        <source>Nothing was trained, and nothing was lost. Change what you like, and start again.</source>
        <translation>No se entrenó nada, y nada se perdió. Cambia lo que quieras, y empieza de nuevo.</translation>
    </message>
    <message>
        <source>Cancelled before anything was trained</source>
        <translation>Cancelado antes de entrenar nada</translation>
    </message>
    <message>
        <source>What was trained since the last checkpoint is lost. </source>
        <translation>Lo que la última sesión entrenó desde su punto guardado se ha perdido. </translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Cancelado</translation>
    </message>
    <message>
        <source>This training was interrupted</source>
        <translation>Este entrenamiento se interrumpió</translation>
    </message>
    <message>
        <source>{title} is ready</source>
        <translation>{title} está listo</translation>
    </message>
    <message>
        <source>Luthier&apos;s own worker program could not be started. Installing Luthier again usually mends this.</source>
        <translation>El programa de trabajo de Luthier no se pudo iniciar. Instalar Luthier otra vez suele arreglarlo.</translation>
    </message>
    <message>
        <source>The process ended without a reason (exit code {exit_code}).</source>
        <translation>El proceso terminó sin decir por qué (código de salida {exit_code}).</translation>
    </message>
    <message>
        <source>The process was ended from outside while it worked. The system does that when memory runs out; closing other programs or a shorter context helps.</source>
        <translation>El proceso se terminó desde fuera mientras trabajaba. El sistema lo hace cuando falta memoria; ayuda cerrar otros programas o un contexto más corto.</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>código de salida {code}</translation>
    </message>
    <message>
        <source>It crashed ({name}).</source>
        <translation>Falló ({name}).</translation>
    </message>
    <message>
        <source>The process was ended by the system ({name}).</source>
        <translation>El sistema terminó el proceso ({name}).</translation>
    </message>
    <message>
        <source>Training ended without a result</source>
        <translation>El entrenamiento terminó sin resultado</translation>
    </message>
    <message>
        <source>Training is finished</source>
        <translation>El entrenamiento ha terminado</translation>
    </message>
    <message>
        <source>Training ended with an error</source>
        <translation>El entrenamiento terminó con un error</translation>
    </message>
    <message>
        <source>Training has gone wrong</source>
        <translation>El entrenamiento ha ido mal</translation>
    </message>
    <message>
        <source>Training could not begin</source>
        <translation>El entrenamiento no pudo empezar</translation>
    </message>
    <message>
        <source>No checkpoint had been saved yet, so resuming begins at the first step.</source>
        <translation>Aún no había ningún punto guardado, así que al reanudar empieza en el primer paso.</translation>
    </message>
    <message>
        <source>Everything up to step {saved} is kept. Resume goes on from there.</source>
        <translation>Se conserva todo hasta el paso {saved}. Reanudar sigue desde ahí.</translation>
    </message>
    <message numerus="yes">
        <source>{lost} steps are</source>
        <comment>1 step is</comment>
        <translation>
            <numerusform>se repite 1 paso</numerusform>
            <numerusform>se repiten {lost} pasos</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything up to step {saved} is kept; Resume goes on from there, and {steps} repeated.</source>
        <translation>Se conserva todo hasta el paso {saved}; Reanudar sigue desde ahí, y {steps}.</translation>
    </message>
    <message>
        <source>It took {seconds}.</source>
        <translation>Tardó {seconds}.</translation>
    </message>
    <message>
        <source>The training process was lost here: it ended without a word.</source>
        <translation>Aquí se perdió el proceso de entrenamiento: terminó sin una palabra.</translation>
    </message>
    <message>
        <source>Resuming this run.</source>
        <translation>Sigue este entrenamiento.</translation>
    </message>
    <message>
        <source>Started.</source>
        <translation>Empezado.</translation>
    </message>
    <message>
        <source>, a little slower to save some</source>
        <translation>, algo más lento para ahorrar</translation>
    </message>
    <message>
        <source>, slower to save some</source>
        <translation>, más lento para ahorrar</translation>
    </message>
    <message>
        <source> A sample takes about {samples} more while it is written.</source>
        <translation> Una muestra ocupa unos {samples} más mientras se escribe.</translation>
    </message>
    <message>
        <source>, and {on_card} of the graphics card&apos;s</source>
        <translation>, y {on_card} de la tarjeta gráfica</translation>
    </message>
    <message>
        <source>Training needs about {total} of memory{card}{how}.{besides}</source>
        <translation>Entrenar necesita unos {total} de memoria{card}{how}.{besides}</translation>
    </message>
    <message>
        <source>from step {step} </source>
        <translation>desde el paso {step} </translation>
    </message>
    <message>
        <source>Training {trainable} adapter weights, {start}to step {steps}.</source>
        <translation>Entrenando {trainable} pesos del adaptador, {start}hasta el paso {steps}.</translation>
    </message>
    <message>
        <source>Step {step} was skipped: {reason} ({so_far} so far).</source>
        <translation>Se saltó el paso {step}: {reason} (van {so_far}).</translation>
    </message>
    <message>
        <source>after {steps}</source>
        <translation>tras {steps}</translation>
    </message>
    <message>
        <source>with the adapter</source>
        <translation>con el adaptador</translation>
    </message>
    <message>
        <source>before training</source>
        <translation>antes de entrenar</translation>
    </message>
    <message>
        <source>loss {loss}.</source>
        <translation>pérdida {loss}.</translation>
    </message>
    <message>
        <source>loss {loss}, perplexity {perplexity}.</source>
        <translation>pérdida {loss}, perplejidad {perplexity}.</translation>
    </message>
    <message>
        <source>Evaluation {when}: {what}</source>
        <translation>Evaluación {when}: {what}</translation>
    </message>
    <message>
        <source>Checkpoint saved at step {step}{best}.</source>
        <translation>Punto guardado en el paso {step}{best}.</translation>
    </message>
    <message>
        <source>, the best so far: it is kept</source>
        <translation>, el mejor hasta ahora: se conserva</translation>
    </message>
    <message>
        <source>Sample before training, to “{prompt}”.</source>
        <translation>Muestra antes de entrenar, a «{prompt}».</translation>
    </message>
    <message>
        <source>Sample after {steps}, to “{prompt}”.</source>
        <translation>Muestra tras {steps}, a «{prompt}».</translation>
    </message>
    <message>
        <source>Sample ({label}): {text}</source>
        <translation>Muestra ({label}): {text}</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>En pausa.</translation>
    </message>
    <message>
        <source>Running.</source>
        <translation>En marcha.</translation>
    </message>
    <message>
        <source>Stopping after this step.</source>
        <translation>Se detiene tras este paso.</translation>
    </message>
    <message>
        <source>Finished.</source>
        <translation>Terminado.</translation>
    </message>
    <message>
        <source>Stopped; the adapter is kept.</source>
        <translation>Detenido; el adaptador se conserva.</translation>
    </message>
    <message>
        <source>{rows}, {tokens} tokens, {tokens_trained} of them trained, in {sequences} sequences ({fill} full).</source>
        <translation>{rows}, {tokens} tokens, {tokens_trained} de ellos entrenados, en {sequences} secuencias (llenas al {fill}).</translation>
    </message>
    <message>
        <source> Rows that begin alike share {tokens_shared} of the tokens.</source>
        <translation> Las filas que empiezan igual comparten {tokens_shared} de los tokens.</translation>
    </message>
    <message>
        <source> Held out for evaluation: {rows}.</source>
        <translation> Reservadas para evaluar: {rows}.</translation>
    </message>
    <message>
        <source> Left out: </source>
        <translation> Omitidas: </translation>
    </message>
    <message>
        <source>waiting for mains power</source>
        <translation>esperando la corriente</translation>
    </message>
    <message>
        <source>waiting until the processor has cooled down</source>
        <translation>esperando a que se enfríe el procesador</translation>
    </message>
    <message>
        <source>The worker writes lines that this version of Luthier does not understand. They are skipped.</source>
        <translation>El proceso de trabajo escribe líneas que esta versión de Luthier no entiende. Se pasan por alto.</translation>
    </message>
    <message>
        <source>If nothing else is wrong, it can continue; Copy details has the lines for a report.</source>
        <translation>Si nada más va mal, puede seguir; «Copiar detalles» tiene las líneas, para un informe.</translation>
    </message>
    <message>
        <source>This run no longer exists.</source>
        <translation>Este entrenamiento ya no está.</translation>
    </message>
    <message>
        <source>Another program is training this run.</source>
        <translation>Otro programa está con este entrenamiento.</translation>
    </message>
    <message>
        <source>Another Luthier window (process {pid} on {host}) keeps the queue. What waits here is forgotten when this window is closed.</source>
        <translation>Otra ventana de Luthier (proceso {pid} en {host}) lleva la cola. Lo que espera aquí se olvida al cerrar esta ventana.</translation>
    </message>
    <message>
        <source>Skipped: </source>
        <translation>Omitido: </translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation>Reanudado</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entrenamiento</translation>
    </message>
    <message>
        <source>The computer slept for {asleep}</source>
        <translation>El ordenador durmió {asleep}</translation>
    </message>
    <message>
        <source>The computer slept, or was busy, for {asleep}.</source>
        <translation>El ordenador durmió, o estuvo parado, {asleep}.</translation>
    </message>
    <message>
        <source>Save a report on the Settings page: it helps to find out why.</source>
        <translation>Guarda un informe en la página Ajustes: ayuda a encontrar el porqué.</translation>
    </message>
    <message>
        <source>This did not work: {in_words}.</source>
        <translation>Esto no funcionó: {in_words}.</translation>
    </message>
    <message>
        <source>Of {answers} held-out choices it has learnt {right}.</source>
        <translation>De {answers} elecciones reservadas ha aprendido {right}.</translation>
    </message>
    <message>
        <source>Before training: {before}.</source>
        <translation>Antes del entrenamiento: {before}.</translation>
    </message>
    <message>
        <source>No longer getting better</source>
        <translation>Ya no mejora</translation>
    </message>
    <message>
        <source>The loss has stopped falling. More steps will change little: you can stop and keep what it has learnt.</source>
        <translation>La pérdida ya no baja. Más pasos cambiarán poco: puedes detenerlo y conservar lo aprendido.</translation>
    </message>
    <message>
        <source>The loss rose from {least} to {now}</source>
        <translation>La pérdida subió de {least} a {now}</translation>
    </message>
    <message>
        <source>{skipped} steps were lost</source>
        <translation>{skipped} pasos se perdieron</translation>
    </message>
    <message>
        <source>The loss is no longer a number</source>
        <translation>La pérdida ya no es un número</translation>
    </message>
    <message>
        <source>, {lower} instead of {rate} for example</source>
        <translation>, {lower} en vez de {rate}, por ejemplo</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Empezar de nuevo</translation>
    </message>
    <message>
        <source>Stop, and start again</source>
        <translation>Parar y empezar de nuevo</translation>
    </message>
    <message>
        <source>Unstable: lower the rate</source>
        <translation>Inestable: baja la tasa</translation>
    </message>
    <message>
        <source>{why}. {act} with a lower learning rate{rate}.</source>
        <translation>{why}. {act} con una tasa de aprendizaje menor{rate}.</translation>
    </message>
    <message>
        <source>Your chosen answers become unlikely</source>
        <translation>Tus respuestas elegidas se vuelven improbables</translation>
    </message>
    <message>
        <source>Their log-probability has fallen from {before} to {now}: it forgets how to write them while it learns to avoid the others. {act} with a lower learning rate, fewer epochs or a higher beta.</source>
        <translation>Su probabilidad logarítmica ha bajado de {before} a {now}: olvida cómo escribirlas mientras aprende a evitar las otras. {act} con una tasa de aprendizaje menor, menos épocas o una beta mayor.</translation>
    </message>
    <message>
        <source>Text it had not seen became harder for it from the start (loss {before} before, {now} now). Give it more or more varied rows, fewer epochs, or a lower learning rate.</source>
        <translation>El texto que no había visto le resultó más difícil desde el principio (pérdida {before} antes, {now} ahora). Dale más filas o más variadas, menos épocas o una tasa de aprendizaje menor.</translation>
    </message>
    <message>
        <source>Learning by heart from the start</source>
        <translation>Aprende de memoria desde el principio</translation>
    </message>
    <message>
        <source>The best adapter is from step {steps}</source>
        <translation>El mejor adaptador es el del paso {steps}</translation>
    </message>
    <message>
        <source>, it is kept. </source>
        <translation>, se conserva. </translation>
    </message>
    <message>
        <source>Chat and Export take it. For a better one: more rows, or fewer epochs.</source>
        <translation>Chat y Exportar lo usan. Para uno mejor: más filas, o menos épocas.</translation>
    </message>
    <message>
        <source>You can stop here: Chat and Export take that one.</source>
        <translation>Puedes parar aquí: Chat y Exportar usan ese.</translation>
    </message>
    <message>
        <source>Learning by heart since step {since}</source>
        <translation>Aprende de memoria desde el paso {since}</translation>
    </message>
    <message>
        <source>{fell}; below {known} it is close to them. Let it go on.</source>
        <translation>{fell}; por debajo de {known} está cerca de ellas. Déjalo seguir.</translation>
    </message>
    <message>
        <source>{fell}; below {known} it would be close to them. Let it read them twice as often: more epochs.</source>
        <translation>{fell}; por debajo de {known} estaría cerca de ellas. Deja que las lea el doble de veces: más épocas.</translation>
    </message>
    <message>
        <source>You can stop now. Reading on helps with questions in other words.</source>
        <translation>Ya puedes parar. Seguir leyendo ayuda con preguntas dichas de otro modo.</translation>
    </message>
    <message>
        <source>It knows your answers by heart</source>
        <translation>Sabe tus respuestas de memoria</translation>
    </message>
    <message>
        <source>The loss on your answers has fallen from {levels} to {now}</source>
        <translation>La pérdida en tus respuestas ha bajado de {levels} a {now}</translation>
    </message>
    <message>
        <source>Learning your answers by heart, as it should</source>
        <translation>Aprende tus respuestas de memoria, como debe</translation>
    </message>
    <message>
        <source>It does not know your answers by heart yet</source>
        <translation>Todavía no sabe tus respuestas de memoria</translation>
    </message>
    <message numerus="yes">
        <source>{n} answers are right, word for word.</source>
        <comment>1 answer is right, word for word.</comment>
        <translation>
            <numerusform>Una respuesta es correcta, palabra por palabra.</numerusform>
            <numerusform>{n} respuestas son correctas, palabra por palabra.</numerusform>
        </translation>
    </message>
    <message>
        <source>It knows {known} of your {taught} answers</source>
        <translation>Sabe {known} de tus {taught} respuestas</translation>
    </message>
    <message>
        <source>These are right word for word. “Is it better?” asks the questions and shows the wrong answers; “Train more” lets it read them again.</source>
        <translation>Estas son correctas palabra por palabra. «¿Es mejor?» hace las preguntas y muestra las respuestas equivocadas; «Entrenar más» hace que las lea otra vez.</translation>
    </message>
    <message>
        <source>“Is it better?” asks your questions and shows which answers are wrong.</source>
        <translation>«¿Es mejor?» hace tus preguntas y muestra qué respuestas están mal.</translation>
    </message>
    <message>
        <source>{fell}. Single words may still be wrong, which this number hardly shows. {act}</source>
        <translation>{fell}. Alguna palabra puede seguir mal, y este número apenas lo muestra. {act}</translation>
    </message>
    <message>
        <source>Its answers are close to yours</source>
        <translation>Sus respuestas se parecen a las tuyas</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>Sin terminar</translation>
    </message>
    <message>
        <source>It has done {done} of the training that you planned. Resume lets it finish.</source>
        <translation>Ha hecho el {done} del entrenamiento que planeaste. «Reanudar» lo termina.</translation>
    </message>
    <message>
        <source>Too early to say</source>
        <translation>Demasiado pronto para saberlo</translation>
    </message>
    <message>
        <source>It learnt for only {steps} steps. More epochs or more rows make more steps.</source>
        <translation>Solo aprendió durante {steps} pasos. Más épocas o más filas dan más pasos.</translation>
    </message>
    <message>
        <source>The curves become meaningful after about {wait} steps.</source>
        <translation>Tras unos {wait} pasos las curvas dicen algo.</translation>
    </message>
    <message>
        <source> ({value} instead of {rate})</source>
        <translation> ({value} en vez de {rate})</translation>
    </message>
    <message>
        <source>Hardly learning</source>
        <translation>Apenas aprende</translation>
    </message>
    <message>
        <source>The loss has fallen by only {fall}. Try three times the learning rate{rate}, or more epochs.</source>
        <translation>La pérdida solo ha bajado un {fall}. Prueba el triple de la tasa de aprendizaje{rate}, o más épocas.</translation>
    </message>
    <message numerus="yes">
        <source>{rows} rows are</source>
        <comment>1 row is</comment>
        <translation>
            <numerusform>{rows} fila está</numerusform>
            <numerusform>{rows} filas están</numerusform>
        </translation>
    </message>
    <message>
        <source>The loss on what it trains on has fallen from {first} to {now}. {rows} held out, too few to judge by: </source>
        <translation>La pérdida en lo que entrena ha bajado de {first} a {now}. {rows} reservadas, muy pocas para juzgar: </translation>
    </message>
    <message>
        <source>It has learnt; ask it yourself</source>
        <translation>Ha aprendido; pregúntale tú</translation>
    </message>
    <message>
        <source>talk to it, and compare with how it answered.</source>
        <translation>habla con él y compara con cómo respondía.</translation>
    </message>
    <message>
        <source>ask it yourself when it is done. Let it go on.</source>
        <translation>pregúntale tú cuando acabe. Déjalo seguir.</translation>
    </message>
    <message>
        <source>It has learnt well</source>
        <translation>Ha aprendido bien</translation>
    </message>
    <message>
        <source>Talk to it, and compare with how it answered before.</source>
        <translation>Habla con él, y compara con lo que respondía antes.</translation>
    </message>
    <message>
        <source>The loss on what it trains on has fallen from {first} to {now}.</source>
        <translation>La pérdida en lo que entrena ha bajado de {first} a {now}.</translation>
    </message>
    <message>
        <source> Nothing is held out to tell learning from learning by heart.</source>
        <translation> No hay nada reservado para distinguir aprender de aprender de memoria.</translation>
    </message>
    <message>
        <source> Let it go on.</source>
        <translation> Déjalo seguir.</translation>
    </message>
    <message>
        <source>Learning well</source>
        <translation>Aprende bien</translation>
    </message>
    <message>
        <source>No row fits into a context of {context} tokens: half have over {median}.</source>
        <translation>Ninguna fila cabe en un contexto de {context} tokens: la mitad tiene más de {median}.</translation>
    </message>
    <message>
        <source>The model was made for {context} tokens; on longer texts it will write badly.</source>
        <translation>El modelo se hizo para {context} tokens; con textos más largos escribirá mal.</translation>
    </message>
    <message>
        <source>Such a high learning rate usually ends in nonsense.</source>
        <translation>Una tasa de aprendizaje tan alta suele acabar en disparates.</translation>
    </message>
    <message>
        <source>{rows} rows are few: it will learn them by heart. A style takes 50 or more.</source>
        <translation>{rows} filas son pocas: las aprenderá de memoria. Un estilo pide 50 o más.</translation>
    </message>
    <message>
        <source>Rows of up to {longest} tokens are cut to {context}: their oldest turns are left out, and rows whose last answer alone is longer are not used.</source>
        <translation>Las filas de hasta {longest} tokens se cortan a {context}: se quitan sus turnos más antiguos, y no se usan las filas cuya última respuesta ya es más larga.</translation>
    </message>
    <message>
        <source>With their thoughts rows have up to {longest} tokens, and those whose last answer has over {context} are not used.</source>
        <translation>Con sus pensamientos las filas tienen hasta {longest} tokens, y no se usan aquellas cuya última respuesta pasa de {context}.</translation>
    </message>
    <message>
        <source>Nothing is held out, so you cannot see when it starts to learn by heart.</source>
        <translation>No se reserva nada, así que no puedes ver cuándo empieza a aprender de memoria.</translation>
    </message>
    <message>
        <source>Each question is asked in one way only. Asked differently, small models then knew about 12 of 40 answers; with {n} more wordings of each, about 32. A model on this disk can write them; training then reads them {epochs} times, in about {time}.</source>
        <translation>Cada pregunta está hecha de una sola forma. Preguntados de otra, los modelos pequeños sabían luego unas 12 de 40 respuestas; con {n} formulaciones más de cada una, unas 32. Un modelo en este disco puede escribirlas; el entrenamiento las lee entonces {epochs} veces, en unos {time}.</translation>
    </message>
    <message>
        <source>This model can think first, but your rows have no thoughts, so it will answer at once from then on. To keep its thinking, give three of four rows thoughts (&lt;think&gt;…&lt;/think&gt;).</source>
        <translation>Este modelo puede pensar primero, pero tus filas no tienen pensamientos, así que después responderá al momento. Para que siga pensando, da pensamientos a tres de cada cuatro filas (&lt;think&gt;…&lt;/think&gt;).</translation>
    </message>
    <message>
        <source>Only {thoughts} of {rows} rows have thoughts, so this model will think less. Give three of four rows thoughts, or choose one kind with “Thoughts” on the Data page.</source>
        <translation>Solo {thoughts} de {rows} filas tienen pensamientos, así que este modelo pensará menos. Da pensamientos a tres de cada cuatro filas, o elige un tipo con «Pensamientos» en la página Datos.</translation>
    </message>
    <message numerus="yes">
        <source>{steps} steps are</source>
        <comment>1 step is</comment>
        <translation>
            <numerusform>{steps} paso es</numerusform>
            <numerusform>{steps} pasos son</numerusform>
        </translation>
    </message>
    <message>
        <source>{steps} too few to learn much from.</source>
        <translation>{steps} muy pocos para aprender mucho.</translation>
    </message>
    <message>
        <source>This takes at least {seconds_low}.</source>
        <translation>Esto tarda {seconds_low} como mínimo.</translation>
    </message>
    <message>
        <source>it has been learnt long before</source>
        <translation>para entonces ya se sabe de sobra</translation>
    </message>
    <message>
        <source>it is learnt by heart, word for word</source>
        <translation>se aprende de memoria, palabra por palabra</translation>
    </message>
    <message>
        <source>all of it</source>
        <translation>todo</translation>
    </message>
    <message>
        <source>Reading {what} {epochs} times is more than is useful: {known}.</source>
        <translation>Leer {what} {epochs} veces es más de lo que ayuda: {known}.</translation>
    </message>
    <message>
        <source>Speak in a style</source>
        <translation>Hablar con un estilo</translation>
    </message>
    <message>
        <source>In conversations it sounds like your examples: tone, length and words.</source>
        <translation>En las conversaciones suena como tus ejemplos: tono, longitud y palabras.</translation>
    </message>
    <message>
        <source>Answer from my data</source>
        <translation>Responder con mis datos</translation>
    </message>
    <message>
        <source>Sort and label</source>
        <translation>Clasificar y etiquetar</translation>
    </message>
    <message>
        <source>Short answers that are right or wrong: a label, JSON, a call of a tool.</source>
        <translation>Respuestas cortas, correctas o incorrectas: una etiqueta, JSON, una llamada a una herramienta.</translation>
    </message>
    <message>
        <source>A persona</source>
        <translation>Un personaje</translation>
    </message>
    <message>
        <source>It plays a character with a voice and a memory of its own.</source>
        <translation>Sigue siendo alguien: un personaje con voz y memoria propias.</translation>
    </message>
    <message>
        <source>It continues a beginning the way your stories, notes or poems would.</source>
        <translation>Continúa un comienzo como lo harían tus relatos, notas o poemas.</translation>
    </message>
    <message>
        <source>As I like it</source>
        <translation>Como me gusta</translation>
    </message>
    <message>
        <source>It answers more like the answers that you chose, and less like those that you did not.</source>
        <translation>Responde más como las respuestas que elegiste y menos como las que no.</translation>
    </message>
    <message>
        <source>Every answer has to be learnt, so none is held out.</source>
        <translation>Hay que aprender cada respuesta, así que no se reserva ninguna.</translation>
    </message>
    <message>
        <source>All layers together learn best.</source>
        <translation>Todas las capas juntas aprenden mejor.</translation>
    </message>
    <message>
        <source>With all of them, memory only has room for rows of {context} tokens.</source>
        <translation>Con todas, la memoria solo da para filas de {context} tokens.</translation>
    </message>
    <message>
        <source>From the answers you chose, and those you did not.</source>
        <translation>De las respuestas que elegiste, y de las que no.</translation>
    </message>
    <message>
        <source>Only for choices.</source>
        <translation>Solo para elecciones.</translation>
    </message>
    <message>
        <source>The usual at this rank.</source>
        <translation>Lo habitual con este rango.</translation>
    </message>
    <message>
        <source>Right answers count; the loss decides a tie.</source>
        <translation>Cuentan las respuestas correctas; la pérdida decide un empate.</translation>
    </message>
    <message>
        <source>Not needed with so much data.</source>
        <translation>No hace falta con tantos datos.</translation>
    </message>
    <message>
        <source>Everyday answers may take on the style, and otherwise stay as they are.</source>
        <translation>Las respuestas cotidianas pueden tomar el estilo; por lo demás se quedan como están.</translation>
    </message>
    <message>
        <source>It also practises everyday questions as it would have answered them, so that it keeps the rest.</source>
        <translation>También practica preguntas cotidianas como las habría respondido, para conservar el resto.</translation>
    </message>
    <message>
        <source>As set in Settings: “Keep this computer usable while it trains” makes it low.</source>
        <translation>Como en Ajustes: «Mantener este ordenador usable mientras entrena» la hace baja.</translation>
    </message>
    <message>
        <source>As set in Settings: all cores, unless you keep some for other programs.</source>
        <translation>Como en Ajustes: todos los núcleos, salvo que guardes algunos para otros programas.</translation>
    </message>
    <message>
        <source>Enough for this goal.</source>
        <translation>Suficiente para este objetivo.</translation>
    </message>
    <message>
        <source>{rows} need no more.</source>
        <translation>{rows} no necesitan más.</translation>
    </message>
    <message>
        <source>{wanted} would suit the goal, but with {free} of free memory {rank} is the most.</source>
        <translation>{wanted} convendría al objetivo, pero con {free} de memoria libre {rank} es lo máximo.</translation>
    </message>
    <message>
        <source>The usual. It is suited to your data once that is read.</source>
        <translation>Lo habitual. Se ajusta a tus datos en cuanto se leen.</translation>
    </message>
    <message>
        <source>{wanted} would suit your data, but with {free} of free memory this is the most.</source>
        <translation>{wanted} convendría a tus datos, pero con {free} de memoria libre esto es lo máximo.</translation>
    </message>
    <message>
        <source>Reading your data {epochs} times suits this goal.</source>
        <translation>Leer tus datos {epochs} veces conviene a este objetivo.</translation>
    </message>
    <message>
        <source>It is to know your data by heart: {amount} take about {epochs} readings.</source>
        <translation>Debe saber tus datos de memoria: {amount} piden unas {epochs} lecturas.</translation>
    </message>
    <message>
        <source>{amount} are few, so it reads them {epochs} times.</source>
        <translation>{amount} es poco, así que lo lee {epochs} veces.</translation>
    </message>
    <message>
        <source>{amount} take this computer long, so it reads them {again}: that fits into a night.</source>
        <translation>{amount} es mucho para este ordenador, así que lo lee {again}: eso cabe en una noche.</translation>
    </message>
    <message>
        <source>Makes steady steps, and enough of them.</source>
        <translation>Da pasos estables, y los suficientes.</translation>
    </message>
    <message>
        <source>{amount} are few: fewer in a step make more steps.</source>
        <translation>{amount} es poco: con menos por paso hay más pasos.</translation>
    </message>
    <message>
        <source>The usual. It is suited to the model once you choose one.</source>
        <translation>Lo habitual. Se ajusta al modelo en cuanto elijas uno.</translation>
    </message>
    <message>
        <source>Half of what suits {parameters} parameters, so that it forgets less of its language.</source>
        <translation>La mitad de lo que conviene a {parameters} parámetros, para que olvide menos de su idioma.</translation>
    </message>
    <message>
        <source>{rows} rows are few, so a tenth is held out to measure with.</source>
        <translation>{rows} filas son pocas, así que se reserva una décima parte para medir.</translation>
    </message>
    <message>
        <source>Questions are answered as your data answers them, in the same tone.</source>
        <translation>Las preguntas se responden como las responden tus datos, en el mismo tono.</translation>
    </message>
    <message>
        <source>A twentieth is enough to measure with.</source>
        <translation>Con una vigésima parte basta para medir.</translation>
    </message>
    <message>
        <source>From your answers, as they stand.</source>
        <translation>De tus respuestas, tal como están.</translation>
    </message>
    <message>
        <source>From rank {least} on: large ranks learn better this way.</source>
        <translation>Activado desde rango {least}: los rangos grandes aprenden mejor así.</translation>
    </message>
    <message>
        <source>Not needed at this rank.</source>
        <translation>No hace falta con este rango.</translation>
    </message>
    <message>
        <source>About ten times in the run, so that you see when it stops getting better.</source>
        <translation>Unas diez veces en el entrenamiento, para que veas cuándo deja de mejorar.</translation>
    </message>
    <message>
        <source>About ten times in the run: a crash costs no more than a tenth of it.</source>
        <translation>Unas diez veces en el entrenamiento: un fallo no cuesta más que una décima parte.</translation>
    </message>
    <message>
        <source>No answer is the only right one, so the loss decides.</source>
        <translation>Ninguna respuesta es la única correcta, así que decide la pérdida.</translation>
    </message>
    <message>
        <source>{rows} are few: leaving out a little keeps it from learning them by heart.</source>
        <translation>{rows} son pocas: dejar fuera un poco evita que las aprenda de memoria.</translation>
    </message>
    <message>
        <source>It should learn them by heart.</source>
        <translation>Debe aprenderlos de memoria.</translation>
    </message>
    <message>
        <source>A persona answers more freely with a little noise.</source>
        <translation>Un personaje responde más suelto con un poco de ruido.</translation>
    </message>
    <message>
        <source>Not needed for this goal.</source>
        <translation>No hace falta para este objetivo.</translation>
    </message>
    <message>
        <source>Running text is cut into pieces; {context} tokens are a good page.</source>
        <translation>El texto corrido se corta en trozos; {context} tokens son una buena página.</translation>
    </message>
    <message>
        <source>All of your rows have</source>
        <translation>Todas tus filas tienen</translation>
    </message>
    <message>
        <source>95 of 100 rows have</source>
        <translation>95 de 100 filas tienen</translation>
    </message>
    <message>
        <source> with their thoughts, which are not cut: a longer row is not used</source>
        <translation> con sus pensamientos, que no se cortan: una fila más larga no se usa</translation>
    </message>
    <message>
        <source>{share} at most {longest} tokens{with_them}.</source>
        <translation>{share} como mucho {longest} tokens{with_them}.</translation>
    </message>
    <message>
        <source>The model was made for {context} tokens at most.</source>
        <translation>El modelo se hizo para {context} tokens como mucho.</translation>
    </message>
    <message>
        <source>The usual for this goal.</source>
        <translation>Lo habitual para este objetivo.</translation>
    </message>
    <message>
        <source>The usual.</source>
        <translation>Lo habitual.</translation>
    </message>
    <message>
        <source>{epochs} times</source>
        <translation>{epochs} veces</translation>
    </message>
    <message>
        <source>once</source>
        <translation>una vez</translation>
    </message>
    <message>
        <source>Suits a model of {parameters} parameters; larger ones take smaller steps.</source>
        <translation>Conviene a un modelo de {parameters} parámetros; los mayores dan pasos más pequeños.</translation>
    </message>
    <message>
        <source>Less than what suits {parameters} parameters: choices move a model further than answers do.</source>
        <translation>Menos de lo adecuado para {parameters} parámetros: las elecciones mueven un modelo más que las respuestas.</translation>
    </message>
    <message>
        <source>Your rows</source>
        <translation>Tus filas</translation>
    </message>
    <message>
        <source>{budget} that are free for training</source>
        <translation>{budget} libres para entrenar</translation>
    </message>
    <message>
        <source>None fits: even {least} needs about {needs} of the {free}. Choose a smaller model.</source>
        <translation>Ninguno cabe: incluso {least} necesita unos {needs} de los {free}. Toma un modelo más pequeño.</translation>
    </message>
    <message>
        <source>{chosen}: training takes about {needs} of the {free}</source>
        <translation>{chosen}: entrenar ocupa unos {needs} de los {free}</translation>
    </message>
    <message>
        <source>; {finer} would take {amount}</source>
        <translation>; {finer} ocuparía {amount}</translation>
    </message>
    <message>
        <source>, and it answers as well as the original</source>
        <translation>, y responde tan bien como el original</translation>
    </message>
    <message>
        <source> This file has that type.</source>
        <translation> Este archivo tiene ese tipo.</translation>
    </message>
    <message>
        <source> This file is {quantization}, which is fine to begin with; the original would be a little better.</source>
        <translation> Este archivo es {quantization}, que sirve para empezar; el original sería un poco mejor.</translation>
    </message>
    <message>
        <source> and be tight</source>
        <translation> y queda justo</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>el procesador</translation>
    </message>
    <message>
        <source>computes right</source>
        <translation>calcula bien</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>aún sin probar</translation>
    </message>
    <message>
        <source>gives wrong numbers with this driver</source>
        <translation>da números erróneos con este controlador</translation>
    </message>
    <message>
        <source>crashes with this driver</source>
        <translation>falla con este controlador</translation>
    </message>
    <message>
        <source>cannot be used yet</source>
        <translation>aún no se puede usar</translation>
    </message>
    <message>
        <source>Looking for graphics cards; new ones are tested.</source>
        <translation>Se buscan tarjetas gráficas; las nuevas se prueban.</translation>
    </message>
    <message>
        <source>The faster of the processor and the best card: a step is measured on both before the training begins.</source>
        <translation>El más rápido entre el procesador y la mejor tarjeta: se mide un paso en los dos antes de empezar.</translation>
    </message>
    <message>
        <source>Every model that fits into memory can be trained by it.</source>
        <translation>Puede entrenar cualquier modelo que quepa en la memoria.</translation>
    </message>
    <message>
        <source>No usable graphics card was found, so the processor computes.</source>
        <translation>Aquí no se encontró ninguna tarjeta gráfica que sirva, así que calcula el procesador.</translation>
    </message>
    <message>
        <source>This one was not found here.</source>
        <translation>Este no se encontró aquí.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Procesador</translation>
    </message>
    <message>
        <source>The Mac&apos;s graphics</source>
        <translation>La gráfica del Mac</translation>
    </message>
    <message>
        <source>is {verdict}</source>
        <translation>{verdict}</translation>
    </message>
    <message>
        <source>up to {memory} of the computer&apos;s memory</source>
        <translation>hasta {memory} de la memoria del ordenador</translation>
    </message>
    <message>
        <source>{memory} of memory of its own</source>
        <translation>{memory} de memoria propia</translation>
    </message>
    <message>
        <source>, with {memory}</source>
        <translation>, con {memory}</translation>
    </message>
    <message>
        <source>{name}: {own} s a step, {other} {others} s.</source>
        <translation>{name}: {own} s por paso, {other} {others} s.</translation>
    </message>
    <message>
        <source>Computed by {name}.</source>
        <translation>Calculado por {name}.</translation>
    </message>
    <message>
        <source>{layers} of {of_layers} layers are on it, the others on the processor.</source>
        <translation>{layers} de {of_layers} capas están en ella, las demás en el procesador.</translation>
    </message>
    <message>
        <source>; lower is better</source>
        <translation>; cuanto más baja, mejor</translation>
    </message>
    <message>
        <source>; it rose</source>
        <translation>; ha subido</translation>
    </message>
    <message>
        <source>On text it had not seen the loss was {before} before and is {after}{which}{change}.</source>
        <translation>Con texto que no había visto la pérdida era {before} y ahora es {after}{which}{change}.</translation>
    </message>
    <message>
        <source> (the adapter of step {step})</source>
        <translation> (el adaptador del paso {step})</translation>
    </message>
    <message>
        <source>For each next word of text it has not seen, it hesitated between about {among} words before training, now between about {now_among}{which}.</source>
        <translation>Con cada palabra siguiente de un texto que no ha visto, antes del entrenamiento dudaba entre unas {among} palabras, ahora entre unas {now_among}{which}.</translation>
    </message>
    <message>
        <source>Right choices</source>
        <translation>Elecciones correctas</translation>
    </message>
    <message>
        <source>Reward margin</source>
        <translation>Margen de recompensa</translation>
    </message>
    <message>
        <source>Distance (nats a token)</source>
        <translation>Distancia (nats por token)</translation>
    </message>
    <message>
        <source>All of them moved too far from the model they began with (over {far} nats a token). Try a lower learning rate.</source>
        <translation>Todos se han alejado demasiado del modelo con el que empezaron (más de {far} nats por token). Prueba una tasa de aprendizaje menor.</translation>
    </message>
    <message>
        <source>Ranked last, as they moved too far from the model they began with (over {far} nats a token): {names}.</source>
        <translation>En los últimos puestos, por alejarse demasiado del modelo con el que empezaron (más de {far} nats por token): {names}.</translation>
    </message>
    <message>
        <source>a quarter of</source>
        <translation>un cuarto de</translation>
    </message>
    <message>
        <source>half</source>
        <translation>la mitad de</translation>
    </message>
    <message>
        <source>{rate_factor} of</source>
        <translation>{rate_factor} de</translation>
    </message>
    <message>
        <source>The training went wrong by step {step}: {reason}. It goes on from step {to} with {rate} the learning rate (time {count} of at most {most}).</source>
        <translation>El entrenamiento salió mal en el paso {step}: {reason}. Sigue desde el paso {to} con {rate} la tasa de aprendizaje (vez {count} de {most} como mucho).</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>{n} GB</source>
        <translation>{n} GB</translation>
    </message>
    <message>
        <source>{n} MB</source>
        <translation>{n} MB</translation>
    </message>
    <message>
        <source>{n} kB</source>
        <translation>{n} kB</translation>
    </message>
    <message>
        <source>{n} bytes</source>
        <translation>{n} bytes</translation>
    </message>
    <message>
        <source>{d} d {h} h</source>
        <translation>{d} d {h} h</translation>
    </message>
    <message>
        <source>{h} h {min} min</source>
        <translation>{h} h {min} min</translation>
    </message>
    <message>
        <source>{min} min {s} s</source>
        <translation>{min} min {s} s</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>hoy {time}</translation>
    </message>
    <message>
        <source>yesterday {time}</source>
        <translation>ayer {time}</translation>
    </message>
    <message>
        <source>{s} s</source>
        <translation>{s} s</translation>
    </message>
    <message>
        <source>Tokens in a row</source>
        <translation>Tokens en una fila</translation>
    </message>
    <message>
        <source>Betas</source>
        <translation>Betas</translation>
    </message>
    <message>
        <source>Largest gradient</source>
        <translation>Gradiente máximo</translation>
    </message>
    <message>
        <source>Learns from</source>
        <translation>Aprende de</translation>
    </message>
    <message>
        <source>Format of the data</source>
        <translation>Formato de los datos</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Puntos que se guardan</translation>
    </message>
    <message>
        <source>Prompts of samples</source>
        <translation>Preguntas para muestras</translation>
    </message>
    <message>
        <source>Rows as samples</source>
        <translation>Filas como muestras</translation>
    </message>
    <message>
        <source>Length of samples</source>
        <translation>Longitud de las muestras</translation>
    </message>
    <message>
        <source>Memory allowed</source>
        <translation>Memoria permitida</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>Camino de vuelta por el modelo</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>Otros ordenadores</translation>
    </message>
    <message>
        <source>{memory}, {free} of it free</source>
        <translation>{memory}, {free} libres</translation>
    </message>
    <message>
        <source>&amp;One on each of the other computers</source>
        <translation>&amp;Uno en cada uno de los demás ordenadores</translation>
    </message>
    <message>
        <source>{number} trainings, as many at once as there are computers.</source>
        <translation>{number} entrenamientos, tantos a la vez como ordenadores hay.</translation>
    </message>
    <message>
        <source>{number} trainings, one after the other.</source>
        <translation>{number} entrenamientos, uno tras otro.</translation>
    </message>
    <message>
        <source>On this computer alone that takes {time}.</source>
        <translation>Solo en este ordenador, eso tarda {time}.</translation>
    </message>
    <message>
        <source>Try several values</source>
        <translation>Probar varios valores</translation>
    </message>
    <message>
        <source>Each combination is trained with everything else as it is on the page. {best} Separate values with spaces.</source>
        <translation>Se entrena cada combinación con todo lo demás como está en la página. {best} Los valores van separados por espacios.</translation>
    </message>
    <message>
        <source>The best gets the most held-out choices right without moving too far from the model it began with.</source>
        <translation>La mejor es la que acierta más elecciones reservadas sin alejarse demasiado del modelo con el que empezó.</translation>
    </message>
    <message>
        <source>The best is the one with the most right held-out answers.</source>
        <translation>La mejor es la que tiene más respuestas reservadas correctas.</translation>
    </message>
    <message>
        <source>The best is the one with the lowest loss on held-out text.</source>
        <translation>Cuál es la mejor lo dice la pérdida en el texto reservado.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Ajuste</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguno</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valores</translation>
    </message>
    <message>
        <source>such as 1e-4 2e-4 5e-4</source>
        <translation>como 1e-4 2e-4 5e-4</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Luthier&apos;s guide</source>
        <translation>Guía de Luthier</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>A&amp;trás</translation>
    </message>
    <message>
        <source>B&amp;eginning of the guide</source>
        <translation>&amp;Inicio de la guía</translation>
    </message>
    <message>
        <source>This copy of Luthier does not include the guide. It is in docs/guide of its source.</source>
        <translation>Esta copia de Luthier no trae la guía. Está en docs/guide.</translation>
    </message>
    <message>
        <source>Not no&amp;w</source>
        <translation>A&amp;hora no</translation>
    </message>
    <message>
        <source>Sorting, tagging and short answers of one kind</source>
        <translation>Clasificar, etiquetar y respuestas cortas de un tipo</translation>
    </message>
    <message>
        <source>A first try in English: a tone, or a form of answer</source>
        <translation>Un primer intento en inglés: un tono, una forma</translation>
    </message>
    <message>
        <source>The usual start: many languages, follows instructions</source>
        <translation>El comienzo habitual: muchos idiomas, instrucciones</translation>
    </message>
    <message>
        <source>Personas, and questions about your texts</source>
        <translation>Personajes y preguntas sobre tus textos</translation>
    </message>
    <message>
        <source>Conversation and roles in European languages</source>
        <translation>Conversación y papeles en idiomas europeos</translation>
    </message>
    <message>
        <source>Long texts and reasoning in six languages</source>
        <translation>Textos largos y razonamiento en seis idiomas</translation>
    </message>
    <message>
        <source>Knowledge, tools, personas: the best of its size</source>
        <translation>Saber, herramientas, personajes: lo mejor en su tamaño</translation>
    </message>
    <message>
        <source>Demanding texts in many languages</source>
        <translation>Textos exigentes en muchos idiomas</translation>
    </message>
    <message>
        <source>Stories and roles in a dozen languages</source>
        <translation>Historias y papeles en una docena de idiomas</translation>
    </message>
    <message>
        <source>The most able that a desktop with 32 GB trains</source>
        <translation>El más capaz que entrena un PC con 32 GB</translation>
    </message>
    <message>
        <source>about an hour</source>
        <comment>of a training</comment>
        <translation>cerca de 1 h</translation>
    </message>
    <message>
        <source>an evening</source>
        <comment>of a training</comment>
        <translation>una tarde</translation>
    </message>
    <message>
        <source>a night</source>
        <comment>of a training</comment>
        <translation>una noche</translation>
    </message>
    <message>
        <source>days</source>
        <comment>of a training</comment>
        <translation>días</translation>
    </message>
    <message>
        <source>{good_at}. A usual training takes {takes} on a laptop.</source>
        <translation>{good_at}. En un portátil, un entrenamiento habitual lleva {takes}.</translation>
    </message>
    <message>
        <source>{done} is done: {over} of {trials} trainings are over.</source>
        <translation>{done} está hecho: {over} de {trials} entrenamientos han terminado.</translation>
    </message>
    <message>
        <source>conversations (ChatGPT)</source>
        <translation>conversaciones (ChatGPT)</translation>
    </message>
    <message>
        <source>Choose the newest checkpoint in it: {path}</source>
        <translation>Elige el punto guardado más reciente que contiene: {path}</translation>
    </message>
    <message>
        <source>Choose the file in it: {path}</source>
        <translation>Elige el archivo que contiene: {path}</translation>
    </message>
    <message>
        <source>These are questions that it was trained on: this shows that it learnt them, not that it can answer others.</source>
        <translation>Son preguntas con las que se entrenó: esto muestra que las aprendió, no que pueda responder otras.</translation>
    </message>
    <message>
        <source>, {name} {right}</source>
        <translation>, {name} {right}</translation>
    </message>
    <message>
        <source>None of them was trained on.</source>
        <translation>Con ninguna de ellas se entrenó.</translation>
    </message>
    <message>
        <source>{n} questions are answered. Choose the better answers.</source>
        <translation>{n} preguntas están respondidas. Elige las mejores respuestas.</translation>
    </message>
    <message>
        <source>That is likely; a few more choices would make it certain.</source>
        <translation>Es probable; unas elecciones más lo harían seguro.</translation>
    </message>
    <message>
        <source>Your questions: {right} of {of} right.</source>
        <translation>Tus preguntas: {right} de {of} correctas.</translation>
    </message>
    <message>
        <source>Everything else: as before. Asked about other things, it answers as it did.</source>
        <translation>Todo lo demás: como antes. Si se le pregunta por otras cosas, responde como antes.</translation>
    </message>
    <message>
        <source>Everything else: changed. Asked about other things, it often answers differently.</source>
        <translation>Todo lo demás: cambiado. Si se le pregunta por otras cosas, a menudo responde de otro modo.</translation>
    </message>
    <message>
        <source>Everything else: much changed. Asked about other things, it may answer in the manner of your data and get wrong what it knew.</source>
        <translation>Todo lo demás: muy cambiado. Si se le pregunta por otras cosas, puede responder al estilo de tus datos y fallar en lo que sabía.</translation>
    </message>
    <message>
        <source>as before</source>
        <translation>como antes</translation>
    </message>
    <message>
        <source>slightly changed</source>
        <translation>ligeramente cambiado</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>cambiado</translation>
    </message>
    <message>
        <source>much changed</source>
        <translation>muy cambiado</translation>
    </message>
    <message>
        <source>{words} ({moved})</source>
        <translation>{words} ({moved})</translation>
    </message>
    <message>
        <source>Your questions: {name} {right} of {of} right</source>
        <translation>Tus preguntas: {name} acierta {right} de {of}</translation>
    </message>
    <message>
        <source>Word for word as expected, of {of}: {first} {tuned}, {second} {base}.</source>
        <translation>Palabra por palabra como se esperaba, de {of}: {first} {tuned}, {second} {base}.</translation>
    </message>
    <message>
        <source>You have chosen in {chosen} of {of} questions: {first} {tuned}, {second} {base}, equal {equal}.</source>
        <translation>Has elegido en {chosen} de {of} preguntas: {first} {tuned}, {second} {base}, igual {equal}.</translation>
    </message>
    <message numerus="yes">
        <source>{n} other answers differ. Choose the better ones.</source>
        <comment>One other answer differs. Choose the better one.</comment>
        <translation>
            <numerusform>Otra respuesta es distinta. Elige la mejor.</numerusform>
            <numerusform>Otras {n} respuestas son distintas. Elige las mejores.</numerusform>
        </translation>
    </message>
    <message>
        <source>That is enough to be certain.</source>
        <translation>Con eso basta para estar seguros.</translation>
    </message>
    <message>
        <source>These are too few choices to tell: make a few more.</source>
        <translation>Son muy pocas elecciones para decirlo: haz algunas más.</translation>
    </message>
    <message>
        <source>They go both ways: more choices would tell.</source>
        <translation>Van en ambos sentidos: más elecciones lo dirían.</translation>
    </message>
    <message>
        <source>Everything else: slightly changed. Asked about other things, it answers nearly as it did, except where they are like yours.</source>
        <translation>Todo lo demás: ligeramente cambiado. Si se le pregunta por otras cosas, responde casi como antes, salvo cuando se parecen a las tuyas.</translation>
    </message>
    <message>
        <source>No check says which answers are right, so read some answers at the strength that you choose.</source>
        <translation>Ninguna comprobación dice qué respuestas son correctas: lee algunas con la fuerza que elijas.</translation>
    </message>
    <message>
        <source>Below 1 it has fewer of your questions right: leave it at 1.</source>
        <translation>Por debajo de 1 acierta menos de tus preguntas: déjala en 1.</translation>
    </message>
    <message>
        <source>{strength} is the least that keeps as many of your questions right as 1 does.</source>
        <translation>{strength} es la menor con la que acierta tantas de tus preguntas como con 1.</translation>
    </message>
    <message>
        <source>“Is it better?” measures it on other questions.</source>
        <translation>«¿Es mejor?» lo mide con otras preguntas.</translation>
    </message>
    <message>
        <source>after training</source>
        <translation>después de entrenar</translation>
    </message>
    <message>
        <source>Compared with {name}: {said}</source>
        <translation>Comparado con {name}: {said}</translation>
    </message>
    <message>
        <source>that is certain.</source>
        <translation>es seguro.</translation>
    </message>
    <message>
        <source>that is likely, and not yet certain: more questions would tell.</source>
        <translation>es probable, pero aún no seguro: más preguntas lo dirían.</translation>
    </message>
    <message>
        <source>they have the same questions right.</source>
        <translation>aciertan las mismas preguntas.</translation>
    </message>
    <message>
        <source>they differ in {n} of them, too few to tell which is better.</source>
        <translation>difieren en {n} de ellas, muy pocas para decir cuál es mejor.</translation>
    </message>
    <message>
        <source>they differ in {n} of them, but both ways, which does not tell which is better.</source>
        <translation>difieren en {n} de ellas, pero en ambos sentidos, y eso no dice cuál es mejor.</translation>
    </message>
    <message>
        <source>Both models get the same questions. Where nothing can check the answers, you choose the better ones, with the names hidden. 20 general questions then show what else the training has changed. It takes a few minutes.</source>
        <translation>Ambos modelos reciben las mismas preguntas. Donde nada puede comprobar las respuestas, eliges las mejores, con los nombres ocultos. Luego 20 preguntas generales muestran qué más ha cambiado el entrenamiento. Tarda unos minutos.</translation>
    </message>
    <message>
        <source>There are none: it was trained on every row.</source>
        <translation>No hay ninguna: se entrenó con todas las filas.</translation>
    </message>
    <message>
        <source>They show that it learnt them, not that it can answer others: for that, choose a file of other questions.</source>
        <translation>Muestran que las aprendió, no que pueda responder a otras: para eso elige un archivo con otras preguntas.</translation>
    </message>
    <message>
        <source>Choose a run on the Runs page, or train one.</source>
        <translation>Elige un entrenamiento en la página Historial, o empieza uno.</translation>
    </message>
    <message>
        <source>Questions and answers (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;All files (*)</source>
        <translation>Preguntas y respuestas (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Luthier decides by the expected answers</source>
        <translation>Luthier decide según las respuestas esperadas</translation>
    </message>
    <message>
        <source>the expected label, and nothing else</source>
        <translation>la etiqueta esperada y nada más</translation>
    </message>
    <message>
        <source>JSON with the expected fields</source>
        <translation>JSON con los campos esperados</translation>
    </message>
    <message>
        <source>the expected number</source>
        <translation>el número esperado</translation>
    </message>
    <message>
        <source>a call of the expected tool</source>
        <translation>una llamada a la herramienta esperada</translation>
    </message>
    <message>
        <source>a list of the expected items</source>
        <translation>una lista de los elementos esperados</translation>
    </message>
    <message>
        <source>it contains the expected words</source>
        <translation>contiene las palabras esperadas</translation>
    </message>
    <message>
        <source>it contains whole words…</source>
        <translation>contiene palabras completas…</translation>
    </message>
    <message>
        <source>I choose the better one, with the names hidden</source>
        <translation>Yo elijo la mejor, con los nombres ocultos</translation>
    </message>
    <message>
        <source>Luthier looks at the expected answers. Labels, numbers, JSON, lists and a few words have to be the same. Between longer texts you choose the better one, with the names hidden.</source>
        <translation>Luthier mira las respuestas esperadas. Etiquetas, números, JSON, listas y pocas palabras tienen que ser iguales. Entre textos más largos eliges los mejores, con los nombres ocultos.</translation>
    </message>
    <message>
        <source>Put | between several: ahoy | matey</source>
        <translation>Pon | entre varias: ahoy | marinero</translation>
    </message>
    <message>
        <source>Where it is wrong after training</source>
        <translation>Dónde se equivoca después de entrenar</translation>
    </message>
    <message>
        <source>Answers that came to no end: {told}.</source>
        <translation>Respuestas que no terminaban: {told}.</translation>
    </message>
    <message>
        <source>the expected text, word for word</source>
        <translation>el texto esperado, palabra por palabra</translation>
    </message>
    <message>
        <source>it contains a text…</source>
        <translation>contiene un texto…</translation>
    </message>
    <message>
        <source>it does not contain a text…</source>
        <translation>no contiene un texto…</translation>
    </message>
    <message>
        <source>it matches a pattern…</source>
        <translation>coincide con un patrón…</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>iguales</translation>
    </message>
    <message>
        <source>All questions</source>
        <translation>Todas las preguntas</translation>
    </message>
    <message>
        <source>Where only one of them is right</source>
        <translation>Donde solo uno acierta</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>elegida</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>no elegida</translation>
    </message>
    <message>
        <source>Against {name}: {verdict}</source>
        <translation>Frente a {name}: {verdict}</translation>
    </message>
    <message>
        <source>Rows left out: {told}.</source>
        <translation>Filas omitidas: {told}.</translation>
    </message>
    <message>
        <source>Which answer is better?</source>
        <translation>¿Qué respuesta es mejor?</translation>
    </message>
    <message>
        <source>&amp;Undo the last choice</source>
        <translation>&amp;Deshacer la última elección</translation>
    </message>
    <message>
        <source>S&amp;how the results so far</source>
        <translation>Mos&amp;trar los resultados hasta ahora</translation>
    </message>
    <message>
        <source>&amp;1  The left one</source>
        <translation>&amp;1  La izquierda</translation>
    </message>
    <message>
        <source>&amp;2  The right one</source>
        <translation>&amp;2  La derecha</translation>
    </message>
    <message>
        <source>&amp;0  Equal, or both wrong</source>
        <translation>&amp;0  Iguales, o ambas mal</translation>
    </message>
    <message>
        <source>Question {n} of {of}</source>
        <translation>Pregunta {n} de {of}</translation>
    </message>
    <message>
        <source>Your answer: {answer}</source>
        <translation>Tu respuesta: {answer}</translation>
    </message>
    <message>
        <source>(no answer)</source>
        <translation>(sin respuesta)</translation>
    </message>
    <message>
        <source>Left answer</source>
        <translation>Respuesta izquierda</translation>
    </message>
    <message>
        <source>Right answer</source>
        <translation>Respuesta derecha</translation>
    </message>
    <message>
        <source>The curve begins with the first step.</source>
        <translation>La curva empieza con el primer paso.</translation>
    </message>
    <message>
        <source>Your last runs</source>
        <translation>Tus últimas ejecuciones</translation>
    </message>
    <message>
        <source>{step} of {steps} steps</source>
        <translation>{step} de {steps} pasos</translation>
    </message>
    <message>
        <source>Their losses are computed differently and do not tell which is better. Ask them the same questions in “Is it better?”.</source>
        <translation>Sus pérdidas se calculan de otra manera y no dicen cuál es mejor. Hazles las mismas preguntas en «¿Es mejor?».</translation>
    </message>
    <message>
        <source>They were tested on different rows, so their losses cannot be compared.</source>
        <translation>Se probaron con filas distintas, así que sus pérdidas no se pueden comparar.</translation>
    </message>
    <message>
        <source>{title} is ahead.</source>
        <translation>{title} va por delante.</translation>
    </message>
    <message>
        <source>{title} is ahead: {best} right against {second}, of {answers} rows that none was trained on.</source>
        <translation>{title} va por delante: {best} correctas frente a {second}, de {answers} filas con las que no se entrenó ninguno.</translation>
    </message>
    <message>
        <source>Not all of them were tested on unseen rows, so which is better is not known.</source>
        <translation>No todos se probaron con filas no vistas, así que no se sabe cuál es mejor.</translation>
    </message>
    <message>
        <source>They are about as good: {best} and {second} on unseen rows (lower is better).</source>
        <translation>Son más o menos iguales: {best} y {second} en filas no vistas (menos es mejor).</translation>
    </message>
    <message>
        <source>{title} is ahead: {best} against {second} on unseen rows (lower is better).</source>
        <translation>{title} va por delante: {best} frente a {second} en filas no vistas (menos es mejor).</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>&amp;Cerrar</translation>
    </message>
    <message>
        <source>What is meant by “{title}”?</source>
        <translation>¿Qué significa «{title}»?</translation>
    </message>
    <message>
        <source>What is this? (Shift+F1)</source>
        <translation>¿Qué es esto? (Mayús+F1)</translation>
    </message>
    <message>
        <source>More in the &amp;guide</source>
        <translation>Más en la &amp;guía</translation>
    </message>
    <message>
        <source>Learn from it</source>
        <translation>Aprender de ello</translation>
    </message>
    <message>
        <source>Train on right and wrong ans&amp;wers</source>
        <translation>Entrenar con respuestas correctas e incorrectas (&amp;W)</translation>
    </message>
    <message>
        <source>Then these questions are no longer a test: ask others afterwards.</source>
        <translation>Después estas preguntas ya no son una prueba: haz otras luego.</translation>
    </message>
    <message>
        <source>Train on your &amp;choices</source>
        <translation>Entrenar con tus elec&amp;ciones</translation>
    </message>
    <message>
        <source>With what you chose in Chat, too. Then these questions are no longer a test: ask others afterwards.</source>
        <translation>También con lo que elegiste en el chat. Después, estas preguntas ya no sirven de prueba: haz otras.</translation>
    </message>
    <message numerus="yes">
        <source>{number} questions have a right and a wrong answer.</source>
        <comment>1 question has a right and a wrong answer.</comment>
        <translation>
            <numerusform>1 pregunta tiene una respuesta correcta y una incorrecta.</numerusform>
            <numerusform>{number} preguntas tienen una respuesta correcta y una incorrecta.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You prefer an answer in {number} questions.</source>
        <comment>You prefer an answer in 1 question.</comment>
        <translation>
            <numerusform>Prefieres una respuesta en 1 pregunta.</numerusform>
            <numerusform>Prefieres una respuesta en {number} preguntas.</numerusform>
        </translation>
    </message>
    <message>
        <source>Votes of Luthier&apos;s Chat</source>
        <translation>Votos del chat de Luthier</translation>
    </message>
    <message>
        <source>Better and worse answers</source>
        <translation>Respuestas mejores y peores</translation>
    </message>
    <message>
        <source>Several answers with scores</source>
        <translation>Varias respuestas con puntuación</translation>
    </message>
    <message>
        <source>Several answers with ranks</source>
        <translation>Varias respuestas con puesto</translation>
    </message>
    <message>
        <source>Two answers, and which is better</source>
        <translation>Dos respuestas, y cuál es mejor</translation>
    </message>
    <message>
        <source>Chats with a worse last answer</source>
        <translation>Conversaciones con una última respuesta peor</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>Opción múltiple</translation>
    </message>
    <message>
        <source>Multiple choice, a column for each</source>
        <translation>Opción múltiple, una columna por opción</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Conversations (ShareGPT)</source>
        <translation>Conversaciones (ShareGPT)</translation>
    </message>
    <message>
        <source>Questions and answers (Alpaca)</source>
        <translation>Preguntas y respuestas (Alpaca)</translation>
    </message>
    <message>
        <source>Prompts and answers</source>
        <translation>Instrucciones y respuestas</translation>
    </message>
    <message>
        <source>ChatGPT&apos;s data export</source>
        <translation>Exportación de datos de ChatGPT</translation>
    </message>
    <message>
        <source>Gemini&apos;s tuning data (contents)</source>
        <translation>Datos de ajuste de Gemini (contents)</translation>
    </message>
    <message>
        <source>Claude&apos;s data export</source>
        <translation>Exportación de datos de Claude</translation>
    </message>
    <message>
        <source>Texts, one a row</source>
        <translation>Textos, uno por fila</translation>
    </message>
    <message>
        <source>Chats written as text</source>
        <translation>Conversaciones escritas como texto</translation>
    </message>
    <message>
        <source>Give a GGUF adapter, a folder of PEFT or mlx-lm, or a run.</source>
        <translation>Da un adaptador GGUF, una carpeta de PEFT o mlx-lm, o un entrenamiento.</translation>
    </message>
    <message>
        <source>Choose the model that it was made for.</source>
        <translation>Elige el modelo para el que se hizo.</translation>
    </message>
    <message>
        <source>Merge it into the model where it was trained, and import that.</source>
        <translation>Fusiónalo en el modelo donde se entrenó, e importa eso.</translation>
    </message>
    <message>
        <source>Get it as safetensors.</source>
        <translation>Consíguelo como safetensors.</translation>
    </message>
    <message>
        <source>Export it as GGUF, or merged into the model: both keep it whole.</source>
        <translation>Expórtalo como GGUF, o fusionado en el modelo: ambos lo conservan entero.</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>Descárgalo otra vez.</translation>
    </message>
    <message>
        <source>Get it as safetensors or GGUF.</source>
        <translation>Consíguelo como safetensors o GGUF.</translation>
    </message>
    <message>
        <source>Write auto, cpu, metal, or a card such as vulkan:0.</source>
        <translation>Escribe auto, cpu, metal, o una tarjeta como vulkan:0.</translation>
    </message>
    <message>
        <source>Install Luthier again.</source>
        <translation>Instala Luthier otra vez.</translation>
    </message>
    <message>
        <source>Change the permissions, or choose a folder of your own.</source>
        <translation>Cambia los permisos, o elige una carpeta tuya.</translation>
    </message>
    <message>
        <source>Choose a folder on another disk.</source>
        <translation>Elige una carpeta en otro disco.</translation>
    </message>
    <message>
        <source>Choose another name, or say that it may be replaced.</source>
        <translation>Elige otro nombre, o di que se puede reemplazar.</translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation>Elige una carpeta nueva.</translation>
    </message>
    <message>
        <source>This is a bug: please report it.</source>
        <translation>Esto es un error de Luthier: por favor, avisa de él.</translation>
    </message>
    <message>
        <source>An address with a password belongs in the system&apos;s network settings.</source>
        <translation>Una dirección con contraseña va en los ajustes de red del sistema.</translation>
    </message>
    <message>
        <source>End the other program, or choose another.</source>
        <translation>Cierra el otro programa, o elige otro.</translation>
    </message>
    <message>
        <source>Add it, and accept its key.</source>
        <translation>Añádelo y acepta su clave.</translation>
    </message>
    <message>
        <source>Install Luthier there: unpack its download into ~/luthier, or `python3 -m pip install luthier`.</source>
        <translation>Instala Luthier allí: descomprime la descarga en ~/luthier, o `python3 -m pip install luthier`.</translation>
    </message>
    <message>
        <source>If it is elsewhere, say where.</source>
        <translation>Si está en otro lugar, indica dónde.</translation>
    </message>
    <message>
        <source>Choose a larger type.</source>
        <translation>Elige un tipo mayor.</translation>
    </message>
    <message>
        <source>Choose the model again.</source>
        <translation>Elige el modelo otra vez.</translation>
    </message>
    <message>
        <source>Make room, or choose another disk.</source>
        <translation>Haz sitio, o elige otro disco.</translation>
    </message>
    <message>
        <source>Turn the file into CSV or JSON lines.</source>
        <translation>Convierte el archivo en CSV o JSON Lines.</translation>
    </message>
    <message>
        <source>Choose another one, by its name or its number.</source>
        <translation>Elige otra, por su nombre o su número.</translation>
    </message>
    <message>
        <source>Save the file as UTF-8 text, or name its encoding.</source>
        <translation>Guarda el archivo como texto UTF-8, o indica su codificación.</translation>
    </message>
    <message>
        <source>Where that is what you want:</source>
        <translation>Si es lo que quieres:</translation>
    </message>
    <message>
        <source>Choose the file&apos;s encoding, or save it again.</source>
        <translation>Elige la codificación del archivo, o guárdalo otra vez.</translation>
    </message>
    <message>
        <source>Check that the column of answers is the right one.</source>
        <translation>Comprueba que la columna de respuestas es la correcta.</translation>
    </message>
    <message>
        <source>For that, rows need two answers or a label. Choose another goal.</source>
        <translation>Para eso, las filas necesitan dos respuestas o una etiqueta. Elige otro objetivo.</translation>
    </message>
    <message>
        <source>Where letters look wrong, choose another encoding.</source>
        <translation>Donde las letras se vean mal, elige otra codificación.</translation>
    </message>
    <message>
        <source>It can be learnt as running text.</source>
        <translation>Se puede aprender como texto corrido.</translation>
    </message>
    <message>
        <source>More would take long and tell little more.</source>
        <translation>Más llevaría tiempo y diría poco más.</translation>
    </message>
    <message>
        <source>If it is wrong, correct it.</source>
        <translation>Si está mal, corrígelo.</translation>
    </message>
    <message>
        <source>Labels that are words are learnt best.</source>
        <translation>Las etiquetas que son palabras se aprenden mejor.</translation>
    </message>
    <message>
        <source>The goal “As I like it” learns from both, which of them is better.</source>
        <translation>El objetivo «Como me gusta» aprende de ambas cuál es mejor.</translation>
    </message>
    <message>
        <source>They are trained as they stand, without thoughts (Qwen3) or a system turn before them (Mistral).</source>
        <translation>Se entrenan tal como están, sin pensamientos (Qwen3) ni un turno de sistema delante (Mistral).</translation>
    </message>
    <message>
        <source>Other programs may show them.</source>
        <translation>Otros programas pueden mostrarlos.</translation>
    </message>
    <message>
        <source>To learn each, give one exchange a row.</source>
        <translation>Para aprender cada una, da un intercambio por fila.</translation>
    </message>
    <message>
        <source>To learn which label a text has, read it as questions and answers.</source>
        <translation>Para aprender qué etiqueta tiene un texto, léelo como preguntas y respuestas.</translation>
    </message>
    <message>
        <source>Give more good answers.</source>
        <translation>Da más respuestas buenas.</translation>
    </message>
    <message>
        <source>Nothing is learnt from these.</source>
        <translation>De estas no se aprende nada.</translation>
    </message>
    <message>
        <source>Where that is not meant, take pairs of similar length.</source>
        <translation>Si no es lo que buscas, usa pares de longitud parecida.</translation>
    </message>
    <message>
        <source>Close other programs that use it.</source>
        <translation>Cierra otros programas que la usen.</translation>
    </message>
    <message>
        <source>Look for a newer driver.</source>
        <translation>Busca un controlador más nuevo.</translation>
    </message>
    <message>
        <source>A newer driver may help.</source>
        <translation>Puede ayudar un controlador más nuevo.</translation>
    </message>
    <message>
        <source>Export it as a whole model instead.</source>
        <translation>Expórtalo como modelo entero.</translation>
    </message>
    <message>
        <source>Choose the run that the folder was made of.</source>
        <translation>Elige el entrenamiento del que se hizo la carpeta.</translation>
    </message>
    <message>
        <source>Bring the whole folder home.</source>
        <translation>Trae de vuelta la carpeta entera.</translation>
    </message>
    <message>
        <source>Put the original data back.</source>
        <translation>Vuelve a poner los datos originales.</translation>
    </message>
    <message>
        <source>Train it here, or do without the others.</source>
        <translation>Entrénalo aquí, o prescinde de los otros.</translation>
    </message>
    <message>
        <source>Choose another type for the file.</source>
        <translation>Elige otro tipo para el archivo.</translation>
    </message>
    <message>
        <source>Start Ollama again, and try once more: nothing is sent twice.</source>
        <translation>Inicia Ollama otra vez e inténtalo de nuevo: nada se envía dos veces.</translation>
    </message>
    <message>
        <source>End that program, and start Ollama&apos;s own app.</source>
        <translation>Cierra ese programa, e inicia la aplicación de Ollama.</translation>
    </message>
    <message>
        <source>Close other programs, or export it with a smaller type.</source>
        <translation>Cierra otros programas, o expórtalo con un tipo más pequeño.</translation>
    </message>
    <message>
        <source>Up to 80 letters, digits, dots and dashes will do.</source>
        <translation>Sirven hasta 80 letras, cifras, puntos y guiones.</translation>
    </message>
    <message>
        <source>Start Ollama&apos;s app, then try again.</source>
        <translation>Inicia la app de Ollama y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Export the run for Ollama again.</source>
        <translation>Exporta otra vez el entrenamiento para Ollama.</translation>
    </message>
    <message>
        <source>Export the run first; that can be uploaded.</source>
        <translation>Exporta antes el entrenamiento; eso se puede subir.</translation>
    </message>
    <message>
        <source>Put the original file back; the run then continues from its last checkpoint.</source>
        <translation>Vuelve a poner el archivo original; el entrenamiento sigue entonces donde se guardó por última vez.</translation>
    </message>
    <message>
        <source>Choose its model, and give it beside that.</source>
        <translation>Elige su modelo, y dalo junto a él.</translation>
    </message>
    <message>
        <source>Unlock or install one, such as GNOME Keyring or KWallet.</source>
        <translation>Desbloquea o instala uno, como GNOME Keyring o KWallet.</translation>
    </message>
    <message>
        <source>A network with a login page may be the cause.</source>
        <translation>La causa puede ser una red con página de acceso.</translation>
    </message>
    <message>
        <source>Check the connection, the proxy and the address of the hub.</source>
        <translation>Revisa la conexión, el proxy y la dirección del hub.</translation>
    </message>
    <message>
        <source>Check the spelling. A private model needs an access token.</source>
        <translation>Revisa cómo está escrito. Un modelo privado necesita un token de acceso.</translation>
    </message>
    <message>
        <source>Make room, choose a smaller file, or another disk.</source>
        <translation>Haz sitio, elige un archivo más pequeño u otro disco.</translation>
    </message>
    <message>
        <source>It has none at all.</source>
        <translation>No tiene ninguno.</translation>
    </message>
    <message>
        <source>Its models belong to another user, or lie elsewhere.</source>
        <translation>Sus modelos son de otro usuario, o están en otra parte.</translation>
    </message>
    <message>
        <source>Delete it, or choose another folder for models.</source>
        <translation>Bórralo, o elige otra carpeta para modelos.</translation>
    </message>
    <message>
        <source>Move it away, or choose another folder for models.</source>
        <translation>Muévelo a otro sitio, o elige otra carpeta para modelos.</translation>
    </message>
    <message>
        <source>Make one with the role “write” in the settings of your account on the hub.</source>
        <translation>Crea uno con el rol «write» en los ajustes de tu cuenta en el hub.</translation>
    </message>
    <message>
        <source>Export it again with a smaller type.</source>
        <translation>Expórtalo otra vez con un tipo menor.</translation>
    </message>
    <message>
        <source>Rows that are kept aside for the test are used for nothing else.</source>
        <translation>Las filas reservadas para la prueba no se usan para nada más.</translation>
    </message>
    <message>
        <source>Give questions, or ask some of the training.</source>
        <translation>Da preguntas, o haz algunas del entrenamiento.</translation>
    </message>
    <message>
        <source>A newer driver may help: the card is tested again by itself then.</source>
        <translation>Puede ayudar un controlador más nuevo: entonces la tarjeta se prueba otra vez por sí sola.</translation>
    </message>
    <message>
        <source>In Ollama&apos;s app turn thinking off for this model.</source>
        <translation>En la aplicación de Ollama, desactive el razonamiento para este modelo.</translation>
    </message>
    <message>
        <source>F16 rounds least.</source>
        <translation>F16 es el que menos redondea.</translation>
    </message>
    <message>
        <source>Where the folder is used, give the name of the original checkpoint.</source>
        <translation>Donde se use la carpeta, da el nombre del modelo original.</translation>
    </message>
    <message>
        <source>Train it here, or on another computer.</source>
        <translation>Entrénalo aquí o en otro ordenador.</translation>
    </message>
    <message>
        <source>Choose a type for the weights, or leave the samples out.</source>
        <translation>Elige un tipo para los pesos, o deja fuera las muestras.</translation>
    </message>
    <message>
        <source>Turn thinking off for it in Ollama, or use LM Studio.</source>
        <translation>Desactiva el pensamiento para él en Ollama, o usa LM Studio.</translation>
    </message>
    <message>
        <source>Luthier itself can pass it to Ollama as it is.</source>
        <translation>Luthier mismo se lo da a Ollama tal como es.</translation>
    </message>
    <message>
        <source>Choose one by its step.</source>
        <translation>Elige uno por su paso.</translation>
    </message>
    <message>
        <source>Older ones are deleted as training goes on.</source>
        <translation>Los más antiguos se borran mientras sigue el entrenamiento.</translation>
    </message>
    <message>
        <source>Begin with the model itself to choose it freely.</source>
        <translation>Empieza con el modelo mismo para elegirlo libremente.</translation>
    </message>
    <message>
        <source>Choose another chat.</source>
        <translation>Elige otro chat.</translation>
    </message>
    <message>
        <source>Give texts or documents: .txt, .md, .pdf, .docx, .epub, .html, or a folder of these; or questions and answers, to be asked in other words.</source>
        <translation>Da textos o documentos: .txt, .md, .pdf, .docx, .epub, .html, o una carpeta con ellos; o preguntas y respuestas, para preguntarlas con otras palabras.</translation>
    </message>
    <message>
        <source>Take a model of 3 billion parameters or more.</source>
        <translation>Usa un modelo de 3000 millones de parámetros o más.</translation>
    </message>
    <message>
        <source>The run has its checkpoint and can be resumed.</source>
        <translation>El entrenamiento tiene su punto guardado y puede continuar.</translation>
    </message>
    <message>
        <source>They learn no more by it, and it takes time and memory.</source>
        <translation>No aprenden más con ello, y cuesta tiempo y memoria.</translation>
    </message>
    <message>
        <source>A smaller context makes more rows.</source>
        <translation>Un contexto menor da más filas.</translation>
    </message>
    <message>
        <source>Begin a new run that starts from what this one has learnt.</source>
        <translation>Empieza un entrenamiento nuevo que parta de lo que este ha aprendido.</translation>
    </message>
    <message>
        <source>Choose a model with a longer context.</source>
        <translation>Elige un modelo con un contexto más largo.</translation>
    </message>
    <message>
        <source>Say which of them is you.</source>
        <translation>Di cuál de ellos eres tú.</translation>
    </message>
    <message>
        <source>Move that file away, and make the rows again.</source>
        <translation>Mueve ese archivo y haz las filas de nuevo.</translation>
    </message>
    <message>
        <source>Take them out first.</source>
        <translation>Sácalos primero.</translation>
    </message>
    <message>
        <source>Choose a folder that Luthier made for a training.</source>
        <translation>Elige una carpeta que Luthier hizo para entrenar.</translation>
    </message>
    <message>
        <source>Resume the run, even a finished one: it is written again.</source>
        <translation>Continúa el entrenamiento, aunque esté terminado: se escribe de nuevo.</translation>
    </message>
    <message>
        <source>Choose another name, or resume the existing run.</source>
        <translation>Elige otro nombre, o sigue con el entrenamiento que ya está.</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model or a shorter context.</source>
        <translation>Cierra otros programas, o elige un modelo más pequeño o un contexto más corto.</translation>
    </message>
    <message>
        <source>Nothing was done, and the next line is read.</source>
        <translation>No se hizo nada, y se lee la línea siguiente.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens por segundo</translation>
    </message>
    <message>
        <source>planned {plan}</source>
        <translation>previsto {plan}</translation>
    </message>
    <message>
        <source>at most {peak}</source>
        <translation>como máximo {peak}</translation>
    </message>
    <message>
        <source>{left} left</source>
        <translation>{left} libres</translation>
    </message>
    <message>
        <source>graphics card {used} of {total}</source>
        <translation>tarjeta gráfica {used} de {total}</translation>
    </message>
    <message>
        <source>mean of the run</source>
        <translation>media de la ejecución</translation>
    </message>
    <message>
        <source>processor {busy}</source>
        <translation>procesador {busy}</translation>
    </message>
    <message>
        <source>mean {mean}</source>
        <translation>media {mean}</translation>
    </message>
    <message>
        <source>Slower than before: {now} tokens/s instead of {usual}.</source>
        <translation>Más lento que antes: {now} tokens/s en lugar de {usual}.</translation>
    </message>
    <message>
        <source>The computer has {left} of memory left. Close other programs.</source>
        <translation>Al ordenador le quedan {left} de memoria. Cierra otros programas.</translation>
    </message>
    <message>
        <source>Training takes more than the {plan} that were planned. The computer has {left} left.</source>
        <translation>El entrenamiento ocupa más de los {plan} previstos. Al ordenador le quedan {left}.</translation>
    </message>
    <message>
        <source>Nothing that Luthier can measure explains it.</source>
        <translation>Nada de lo que Luthier puede medir lo explica.</translation>
    </message>
    <message>
        <source>The memory is nearly full, and the system moves some of it to the disk.</source>
        <translation>La memoria está casi llena, y el sistema pasa parte de ella al disco.</translation>
    </message>
    <message>
        <source>Other programs take {taken} of the processor.</source>
        <translation>Otros programas usan el {taken} del procesador.</translation>
    </message>
    <message>
        <source>The processor is at {celsius} °C, and slows down to cool.</source>
        <translation>El procesador está a {celsius} °C y va más despacio para enfriarse.</translation>
    </message>
    <message>
        <source>The computer runs on its battery, and saves power.</source>
        <translation>El ordenador funciona con la batería y ahorra energía.</translation>
    </message>
</context>
</TS>
