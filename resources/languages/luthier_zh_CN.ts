<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>再来一次</translation>
    </message>
    <message>
        <source>Write this answer again</source>
        <translation>重写这个回答</translation>
    </message>
    <message>
        <source>Add to data</source>
        <translation>加入数据</translation>
    </message>
    <message>
        <source>Save this question and answer as an example to learn from</source>
        <translation>把这个问答存为例子来学习</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>It was cut off: let it go on</source>
        <translation>它被截断了：让它继续</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>The answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Calls {name}</source>
        <translation>调用 {name}</translation>
    </message>
    <message>
        <source>Calls a tool</source>
        <translation>调用工具</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>已就绪。</translation>
    </message>
    <message>
        <source>Reading {done} of {total} tokens…</source>
        <translation>正在读取 {total} 个词元中的 {done}…</translation>
    </message>
    <message>
        <source>Beginning…</source>
        <translation>正在开始…</translation>
    </message>
    <message>
        <source>The vote could not be written down</source>
        <translation>评价无法记下</translation>
    </message>
    <message>
        <source>The example could not be kept</source>
        <translation>例子无法保存</translation>
    </message>
    <message>
        <source>Both answers are the same, so there is nothing to choose.</source>
        <translation>两个回答相同，没有可选的。</translation>
    </message>
    <message>
        <source>You: {question}</source>
        <translation>你：{question}</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Ask this</source>
        <translation>问这个</translation>
    </message>
    <message>
        <source>It was not trained on these, so it cannot know facts that only they contain:</source>
        <translation>它没有用这些训练过，所以只写在这些里的事实它不可能知道：</translation>
    </message>
    <message>
        <source>Conversations (*.jsonl)</source>
        <translation>对话 (*.jsonl)</translation>
    </message>
    <message>
        <source>Another &amp;file…</source>
        <translation>另一个文件…</translation>
    </message>
    <message>
        <source>Train on the&amp;se</source>
        <translation>用这些训练</translation>
    </message>
    <message>
        <source>Replaced your earlier answer. {examples} in {name}.</source>
        <translation>已替换你之前的回答。{name} 里有 {examples}。</translation>
    </message>
    <message>
        <source>Kept. {examples} in {name}: this one, and the rows of {data}.</source>
        <translation>已保存。{name} 里有 {examples}：这一个，以及 {data} 的各行。</translation>
    </message>
    <message>
        <source>Keep examples in</source>
        <translation>把示例保存到</translation>
    </message>
    <message>
        <source>Examples are kept in {name}.</source>
        <translation>例子保存在 {name}。</translation>
    </message>
    <message numerus="yes">
        <source>{number} examples are</source>
        <comment>1 example is</comment>
        <translation>
            <numerusform>{number} 个例子</numerusform>
        </translation>
    </message>
    <message>
        <source>Kept. {examples} in {name}.</source>
        <translation>已保存。{name} 里有 {examples}。</translation>
    </message>
    <message>
        <source>That one is in {name} already; {examples} there.</source>
        <translation>那个已在 {name} 里；那里有 {examples}。</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>How ad&amp;venturous</source>
        <translation>冒险程度</translation>
    </message>
    <message>
        <source>Avoid repeating</source>
        <translation>避免重复</translation>
    </message>
    <message>
        <source>1: off. 1.1 helps small models that repeat themselves.</source>
        <translation>1：不避免。1.1 对原地打转的小模型有帮助。</translation>
    </message>
    <message>
        <source>Instructions for the model</source>
        <translation>先告诉模型什么</translation>
    </message>
    <message>
        <source>Strength of the adapter</source>
        <translation>适配器的强度</translation>
    </message>
    <message>
        <source>0: always the likeliest word. 1: as varied as the model learnt.</source>
        <translation>0：总是选最可能的词。1：像模型学到的那样多变。</translation>
    </message>
    <message>
        <source>Most likely words</source>
        <translation>最可能的词</translation>
    </message>
    <message>
        <source>The likeliest words that together have this chance. 1: all.</source>
        <translation>合起来达到这个概率的最可能的词。1：全部。</translation>
    </message>
    <message>
        <source>Leave out unlikely words</source>
        <translation>略去不太可能的词</translation>
    </message>
    <message>
        <source>Those below this part of the likeliest word&apos;s chance.</source>
        <translation>略去概率低于最可能的词的这个比例的词。</translation>
    </message>
    <message>
        <source>For example: Be brief.</source>
        <translation>例如：回答要简短。</translation>
    </message>
    <message>
        <source>Among how many words</source>
        <translation>从多少个词中选</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>最长回答</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source>Room for the conversation</source>
        <translation>对话的空间</translation>
    </message>
    <message>
        <source>as it needs</source>
        <translation>按需要</translation>
    </message>
    <message>
        <source>Continue my text</source>
        <translation>接着写我的文本</translation>
    </message>
    <message>
        <source>It continues your text instead of answering, as a model that learnt a book does.</source>
        <translation>它会接着你的文字往下写，而不是回答，学过一本书的模型就是这样。</translation>
    </message>
    <message>
        <source>It thinks before it answers: slower, but better at working things out.</source>
        <translation>它先思考再回答：慢一些，但更会推理。</translation>
    </message>
    <message>
        <source>The same answer every time</source>
        <translation>每次都同样回答</translation>
    </message>
    <message>
        <source>&amp;Hide the names until I choose</source>
        <translation>选择之前隐藏名称</translation>
    </message>
    <message>
        <source>Back to the usual</source>
        <translation>恢复平常的值</translation>
    </message>
    <message>
        <source>How much of the training counts</source>
        <translation>训练起多大作用</translation>
    </message>
    <message>
        <source>Only this many of the likeliest words.</source>
        <translation>只从这么多个最可能的词里选。</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Instructions (optional)</source>
        <translation>指示（可选）</translation>
    </message>
    <message>
        <source>How it answers</source>
        <translation>它怎样回答</translation>
    </message>
    <message>
        <source>Lon&amp;gest answer</source>
        <translation>最长回答</translation>
    </message>
    <message>
        <source>Changing it loads the model again.</source>
        <translation>更改它会重新加载模型。</translation>
    </message>
    <message>
        <source>Load it &amp;again</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>你的问题</translation>
    </message>
    <message>
        <source>Ask something</source>
        <translation>问点什么</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter begins a new line</source>
        <translation>Enter 发送，Shift+Enter 换行</translation>
    </message>
    <message>
        <source>Se&amp;nd</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>{title} can answer now</source>
        <translation>{title} 现在可以回答了</translation>
    </message>
    <message>
        <source>Cop&amp;y all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Bring bac&amp;k</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>O&amp;ptions</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>This run cannot be opened</source>
        <translation>这次训练无法打开</translation>
    </message>
    <message>
        <source>There is nothing to talk to yet</source>
        <translation>还没有可以聊天的模型</translation>
    </message>
    <message>
        <source>&amp;Talk to it</source>
        <translation>与它对话(&amp;T)</translation>
    </message>
    <message>
        <source>Something else was chosen to talk to.</source>
        <translation>已选了别的来聊天。</translation>
    </message>
    <message>
        <source>Begin a text</source>
        <translation>开始一段文本</translation>
    </message>
    <message>
        <source>The strengths could not be measured</source>
        <translation>无法测量各个强度</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Run or model</source>
        <translation>训练或模型</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Which answers</source>
        <translation>显示哪些回答</translation>
    </message>
    <message>
        <source>Train on yo&amp;ur votes</source>
        <translation>用你的投票训练</translation>
    </message>
    <message>
        <source>Before and after, side by side</source>
        <translation>训练前后并排显示</translation>
    </message>
    <message>
        <source>Only after training</source>
        <translation>只看训练后</translation>
    </message>
    <message>
        <source>Only before training</source>
        <translation>只看训练前</translation>
    </message>
    <message>
        <source>Whose answers</source>
        <translation>显示谁的回答</translation>
    </message>
    <message>
        <source>It learns which of two answers you like better. An answer that you edited counts as better than the model&apos;s own. To change how it answers other questions, it takes about a hundred of these.</source>
        <translation>它学习两个回答中你更喜欢哪个。你修改过的回答算作比模型自己的更好。想改变它对其他问题的回答方式，大约需要一百个这样的选择。</translation>
    </message>
    <message>
        <source>Is it &amp;better?</source>
        <translation>变好了吗？(&amp;B)</translation>
    </message>
    <message>
        <source>Ta&amp;ke it to Ollama</source>
        <translation>带到 Ollama</translation>
    </message>
    <message>
        <source>Step {step} is no longer kept, so another checkpoint answers.</source>
        <translation>第 {step} 步已不再保留，因此由另一个检查点回答。</translation>
    </message>
    <message>
        <source>{name} is no longer where it was, so something else is chosen.</source>
        <translation>{name} 已不在原处，因此改选了别的。</translation>
    </message>
    <message>
        <source>The newest</source>
        <translation>最新的</translation>
    </message>
    <message>
        <source>trained from {name}</source>
        <translation>从 {name} 训练而来</translation>
    </message>
    <message>
        <source>The sample model</source>
        <translation>示例模型</translation>
    </message>
    <message>
        <source>The process that answers has ended.</source>
        <translation>负责回答的进程已结束。</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Show earlier</source>
        <translation>显示更早的</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>There is nothing to talk to yet. Train a model, or get one on the Model page.</source>
        <translation>还没有可以聊天的模型。请训练一个，或在“模型”页获取一个。</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>Question replaced, and what followed is gone.</source>
        <translation>问题已替换，其后的内容已去掉。</translation>
    </message>
    <message>
        <source>Answer replaced, and what followed is gone.</source>
        <translation>回答已替换，其后的内容已去掉。</translation>
    </message>
    <message>
        <source>The model is no longer there</source>
        <translation>模型已不在了</translation>
    </message>
    <message>
        <source>The model could not be loaded</source>
        <translation>模型无法加载</translation>
    </message>
    <message>
        <source>It was trained with DoRA, which is merged into the model: it can only be on or off.</source>
        <translation>它用 DoRA 训练，已并入模型：只能开或关。</translation>
    </message>
    <message>
        <source>There is no adapter here, so there is nothing to weigh.</source>
        <translation>这里没有适配器，没有可调的强度。</translation>
    </message>
    <message>
        <source>Measure some strengths</source>
        <translation>测量几个强度</translation>
    </message>
    <message>
        <source>What each strength keeps</source>
        <translation>每个强度保留什么</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>0: as before training. 1: as trained. Far above 1 the answers fall apart.</source>
        <translation>0：和训练前一样。1：和训练后一样。远大于 1 时回答会变得混乱。</translation>
    </message>
    <message>
        <source>Asks the questions that were kept for testing at several strengths, and measures what else has changed.</source>
        <translation>用几种强度来问留出测试的问题，并测量还有什么变了。</translation>
    </message>
    <message>
        <source>Your questions</source>
        <translation>你的问题</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>其他一切</translation>
    </message>
    <message>
        <source>the conversation is too long for the model: your next question drops its beginning</source>
        <translation>对话没有空间了：下一个问题会去掉它的开头</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 词元</translation>
    </message>
    <message>
        <source>{tok_s} tokens/s</source>
        <translation>{tok_s} 词元/秒</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>你编辑过</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thought for {thinking_s}</source>
        <translation>思考了 {thinking_s}</translation>
    </message>
    <message>
        <source>Step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
    <message>
        <source>loss {loss}</source>
        <translation>损失 {loss}</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Ask something, and see what the model says.

After a training you see two answers side by side: the model&apos;s after it, and before it.</source>
        <translation>问点什么，看看模型怎么说。

训练之后，你会看到并排的两个回答：训练后的和训练前的。</translation>
    </message>
    <message>
        <source>Your first question loads the model.</source>
        <translation>你的第一个问题会加载模型。</translation>
    </message>
    <message>
        <source>Unloaded after a while without questions. Your next question loads it again.</source>
        <translation>一段时间没有提问，模型已卸载。你下次提问时会重新加载。</translation>
    </message>
    <message>
        <source>A training needs the memory, so the model was unloaded. Your next question loads it again if there is room.</source>
        <translation>训练需要内存，所以模型已卸载。如果内存够，你下次提问时会重新加载。</translation>
    </message>
    <message>
        <source>It is still answering. Press Escape to stop it; what you typed stays.</source>
        <translation>它还在回答。按 Escape 可以停止；你输入的内容会保留。</translation>
    </message>
    <message>
        <source>It continues the text that you begin, instead of answering.</source>
        <translation>它会接着你开头的文字往下写，而不是回答。</translation>
    </message>
    <message>
        <source>A training is running at the same time, so both are slower.</source>
        <translation>同时有训练在进行，所以两者都会变慢。</translation>
    </message>
    <message>
        <source>cut off: it reached the longest answer allowed</source>
        <translation>被截断：已达到允许的最长回答</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>最新</translation>
    </message>
    <message numerus="yes">
        <source>You changed {number} answers.</source>
        <comment>You changed 1 answer.</comment>
        <translation>
            <numerusform>你改了 {number} 个回答。</numerusform>
        </translation>
    </message>
    <message>
        <source>Your votes: after training {tuned}, before {base}, equal {equal}.</source>
        <translation>你的投票：训练后 {tuned}，训练前 {base}，一样好 {equal}。</translation>
    </message>
    <message>
        <source>After is better</source>
        <translation>训练后更好</translation>
    </message>
    <message>
        <source>Before is better</source>
        <translation>训练前更好</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>一样好</translation>
    </message>
    <message>
        <source>{name} is better</source>
        <translation>{name} 更好</translation>
    </message>
    <message>
        <source>Th&amp;ink first</source>
        <translation>先思考</translation>
    </message>
    <message>
        <source>The row as text</source>
        <translation>这一行的文本</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>未选中</translation>
    </message>
    <message>
        <source>{text}…

({more} more characters)</source>
        <translation>{text}…

（还有 {more} 个字符）</translation>
    </message>
    <message>
        <source>Sa&amp;ve a cleaned copy…</source>
        <translation>保存清理后的副本…</translation>
    </message>
    <message>
        <source>Writes the rows that are used to a new file. Yours stays as it is.</source>
        <translation>把用到的行写入一个新文件。你的文件保持不变。</translation>
    </message>
    <message>
        <source>Try the sample conversations</source>
        <translation>试试示例对话</translation>
    </message>
    <message>
        <source>Try the sample text</source>
        <translation>试试示例文本</translation>
    </message>
    <message>
        <source>Examples of what the model should say</source>
        <translation>希望模型怎么说的例子</translation>
    </message>
    <message>
        <source>Drop a file or a folder anywhere on this page, or choose one.</source>
        <translation>把文件或文件夹拖到这个页面的任意处，或者选择一个。</translation>
    </message>
    <message>
        <source>How much, and what for</source>
        <translation>需要多少，用来做什么</translation>
    </message>
    <message>
        <source>Ro&amp;ws</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Notes and f&amp;igures</source>
        <translation>提示和数字</translation>
    </message>
    <message>
        <source>Not use&amp;d</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Views of the data</source>
        <translation>看数据的什么</translation>
    </message>
    <message>
        <source>&amp;Use this data</source>
        <translation>使用这些数据</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Reading {name}…</source>
        <translation>正在读取 {name}…</translation>
    </message>
    <message>
        <source>Add other wordings of the &amp;questions…</source>
        <translation>添加问题的其他说法…</translation>
    </message>
    <message>
        <source>Nothing looks wrong.</source>
        <translation>看起来没有问题。</translation>
    </message>
    <message>
        <source>{notes} notes</source>
        <translation>{notes} 条提示</translation>
    </message>
    <message>
        <source>Excel, CSV, JSON, text, PDF…</source>
        <translation>Excel、CSV、JSON、文本、PDF…</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>As it looks</source>
        <translation>自动判断</translation>
    </message>
    <message>
        <source>How the file is read</source>
        <translation>文件怎样读取</translation>
    </message>
    <message>
        <source>First row is the columns&apos; names</source>
        <translation>第一行是列名</translation>
    </message>
    <message>
        <source>Which sheet is read</source>
        <translation>读取哪个工作表</translation>
    </message>
    <message>
        <source>Encoding of the text</source>
        <translation>文本编码</translation>
    </message>
    <message>
        <source>Which answers are learnt</source>
        <translation>学习哪些回答</translation>
    </message>
    <message>
        <source>Every answer</source>
        <translation>每个回答</translation>
    </message>
    <message>
        <source>The last answer of each</source>
        <translation>每段的最后一个回答</translation>
    </message>
    <message>
        <source>Everything, questions too</source>
        <translation>全部，包括问题</translation>
    </message>
    <message>
        <source>Whether thoughts are learnt</source>
        <translation>是否学习思考</translation>
    </message>
    <message>
        <source> % for testing</source>
        <translation> % 用于测试</translation>
    </message>
    <message>
        <source>With &amp;thoughts</source>
        <translation>有思考</translation>
    </message>
    <message>
        <source>Share of the rows that is kept for testing</source>
        <translation>留出用来测试的行的比例</translation>
    </message>
    <message>
        <source>Learn e&amp;qual rows once</source>
        <translation>相同的行只学一次</translation>
    </message>
    <message>
        <source>Mo&amp;re</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Running text</source>
        <translation>连续文本</translation>
    </message>
    <message>
        <source>Column of {name}</source>
        <translation>{name} 所在列</translation>
    </message>
    <message>
        <source>&amp;Sheet</source>
        <translation>工作表</translation>
    </message>
    <message>
        <source>R&amp;ead as</source>
        <translation>读作</translation>
    </message>
    <message>
        <source>Encodin&amp;g</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Keep &amp;back</source>
        <translation>留出</translation>
    </message>
    <message>
        <source>the sample model</source>
        <translation>示例模型</translation>
    </message>
    <message>
        <source>It was not saved</source>
        <translation>没有保存</translation>
    </message>
    <message>
        <source>This cannot be used as it is</source>
        <translation>这个不能照原样使用</translation>
    </message>
    <message>
        <source> Counting…</source>
        <translation> 正在计数…</translation>
    </message>
    <message>
        <source>Rows that are not used</source>
        <translation>未使用的行</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search in all of it</source>
        <translation>在全部内容中搜索</translation>
    </message>
    <message>
        <source>Rows about documents that the rules are not sure of</source>
        <translation>规则不能确定的文档行</translation>
    </message>
    <message>
        <source>Rows of the data</source>
        <translation>数据的行</translation>
    </message>
    <message>
        <source>Only d&amp;oubtful rows</source>
        <translation>只看存疑的行</translation>
    </message>
    <message>
        <source>Delete leaves a row out, K keeps it; then comes the next. E edits it.</source>
        <translation>Delete 去掉一行，K 保留；然后到下一行。E 编辑。</translation>
    </message>
    <message>
        <source>Nothing found for “{wanted}”.</source>
        <translation>这里没有“{wanted}”。</translation>
    </message>
    <message>
        <source>No doubtful rows here.</source>
        <translation>这里没有存疑的行。</translation>
    </message>
    <message>
        <source>Text of {role}</source>
        <translation>{role} 的文本</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Point at a token (a word, or a piece of one) to see whether it is learnt, and why.</source>
        <translation>指向一个词元（一个词或词的一部分），看它是否被学习以及原因。</translation>
    </message>
    <message>
        <source>What you change here is saved to a new file; yours stays as it is.</source>
        <translation>这里的修改会存到新文件；你的文件保持不变。</translation>
    </message>
    <message>
        <source>Show rows as to&amp;kens</source>
        <translation>以词元显示行</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>learnt</source>
        <translation>学习的</translation>
    </message>
    <message>
        <source>grey: only read</source>
        <translation>灰色：只读不学</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>Rows (*.jsonl)</source>
        <translation>行 (*.jsonl)</translation>
    </message>
    <message>
        <source>Save the usable rows</source>
        <translation>保存可用的内容</translation>
    </message>
    <message>
        <source>What to learn from</source>
        <translation>学习内容</translation>
    </message>
    <message>
        <source>Data &amp;file</source>
        <translation>数据文件</translation>
    </message>
    <message>
        <source>Make &amp;questions of it…</source>
        <translation>据此生成问题…</translation>
    </message>
    <message>
        <source>Length of the rows</source>
        <translation>行的长度</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Half of {rows} rows have at most {median} tokens, 95% at most {most}, the longest {tokens}.</source>
        <translation>{rows} 行中，一半不超过 {median} 词元，95% 不超过 {most}，最长 {tokens}。</translation>
    </message>
    <message>
        <source>Worth knowing</source>
        <translation>值得知道</translation>
    </message>
    <message>
        <source>The rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>{place}: {tokens}, {trained} learnt</source>
        <translation>{place}：{tokens}，学习 {trained}</translation>
    </message>
    <message numerus="yes">
        <source>{n} tokens</source>
        <comment>{n} token</comment>
        <translation>
            <numerusform>{n} 个词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows</source>
        <comment>{n} row</comment>
        <translation>
            <numerusform>{n} 行</numerusform>
        </translation>
    </message>
    <message>
        <source>, perhaps more</source>
        <translation>，也许更多</translation>
    </message>
    <message>
        <source>{one} and {other}: {share} in common</source>
        <translation>{one} 和 {other}：{share} 相同</translation>
    </message>
    <message>
        <source>Half have at most</source>
        <translation>一半最多</translation>
    </message>
    <message>
        <source>{median} tokens</source>
        <translation>{median} 词元</translation>
    </message>
    <message>
        <source>95% have at most</source>
        <translation>95% 最多</translation>
    </message>
    <message>
        <source>{most} tokens</source>
        <translation>{most} 词元</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Shortest answers</source>
        <translation>最短的回答</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Nearly the same</source>
        <translation>几乎相同</translation>
    </message>
    <message>
        <source>Read it all</source>
        <translation>全部读取</translation>
    </message>
    <message>
        <source>it is from the system message</source>
        <translation>它来自系统消息</translation>
    </message>
    <message>
        <source>it is what the user says</source>
        <translation>这是用户说的</translation>
    </message>
    <message>
        <source>it is what a tool answers</source>
        <translation>这是工具的回答</translation>
    </message>
    <message>
        <source>the model&apos;s template writes it around the messages</source>
        <translation>模型的模板把它写在消息前后</translation>
    </message>
    <message>
        <source>it is not part of an answer</source>
        <translation>它不属于回答</translation>
    </message>
    <message>
        <source>only the last answer is learnt, as chosen</source>
        <translation>按所选，只学最后的回答</translation>
    </message>
    <message>
        <source>it is an answer</source>
        <translation>这是回答</translation>
    </message>
    <message>
        <source>the data says not to learn this answer (weight 0)</source>
        <translation>数据要求不学这个回答（权重 0）</translation>
    </message>
    <message>
        <source>it is what the model thinks before it answers</source>
        <translation>这是模型回答前的思考</translation>
    </message>
    <message>
        <source>the model&apos;s template cuts its thoughts out here, and alone it would teach the model not to think</source>
        <translation>模型的模板在这里删掉了它的思考，单独学会教模型不思考</translation>
    </message>
    <message>
        <source>the model writes it to call a tool</source>
        <translation>模型写它来调用工具</translation>
    </message>
    <message>
        <source>the model writes it around its answers, such as empty thoughts</source>
        <translation>模型把它写在回答前后，例如空的思考</translation>
    </message>
    <message>
        <source>it ends the answer, so that the model learns to stop</source>
        <translation>它结束回答，让模型学会停下</translation>
    </message>
    <message>
        <source>nothing comes before it that it could follow from</source>
        <translation>前面没有可以推出它的内容</translation>
    </message>
    <message>
        <source>everything is learnt, as chosen</source>
        <translation>按所选，全部学习</translation>
    </message>
    <message>
        <source>all of a text is learnt</source>
        <translation>文本全部学习</translation>
    </message>
    <message>
        <source>As each row has them</source>
        <translation>按每行所有</translation>
    </message>
    <message>
        <source>Only rows with thoughts</source>
        <translation>只用有思考的行</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>Left out, and learnt not to think</source>
        <translation>去掉，并学会不思考</translation>
    </message>
    <message numerus="yes">
        <source>{n} pages are few: the model learns them by heart, but not their manner. {few_pages} or more are better.</source>
        <comment>1 page is not enough: the model learns it by heart, but not its manner. {few_pages} or more are better.</comment>
        <translation>
            <numerusform>{n} 页太少：模型会背下来，但学不到它的方式。{few_pages} 页或更多更好。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} rows are few: enough to try, but a model&apos;s manner only begins to change with {few_rows} to 100.</source>
        <comment>1 row is not enough to learn from: a model&apos;s manner only begins to change with {few_rows} to 100.</comment>
        <translation>
            <numerusform>{n} 行太少：可以试试，但要有 {few_rows} 到 100 行，模型的方式才会开始改变。</numerusform>
        </translation>
    </message>
    <message>
        <source>{rows}, {unused} not used</source>
        <translation>{rows}，{unused} 未使用</translation>
    </message>
    <message>
        <source>Read for</source>
        <translation>读取时所用模型</translation>
    </message>
    <message>
        <source>Kept for testing</source>
        <translation>留出用来测试</translation>
    </message>
    <message>
        <source>{tokens}, {share} of them in answers</source>
        <translation>{tokens}，其中 {share} 在回答里</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>有思考</translation>
    </message>
    <message>
        <source>no thoughts</source>
        <translation>无思考</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>not used: {problem}</source>
        <translation>未使用：{problem}</translation>
    </message>
    <message>
        <source>the template leaves out: {left_out}</source>
        <translation>模板略去了：{left_out}</translation>
    </message>
    <message>
        <source>Answers to other &amp;questions</source>
        <translation>对其他问题的回答(&amp;Q)</translation>
    </message>
    <message>
        <source>Which questions are listed</source>
        <translation>列出哪些问题</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>You chose</source>
        <translation>你选择了</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Row {line} of {file}</source>
        <translation>{file} 的第 {line} 行</translation>
    </message>
    <message>
        <source>Questions and answers</source>
        <translation>问答</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>It was a cold night when the bell rang for the third time. …</source>
        <translation>那是一个寒冷的夜晚，钟第三次敲响。…</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>一个表格</translation>
    </message>
    <message>
        <source>Read from {container}</source>
        <translation>读取自{container}</translation>
    </message>
    <message>
        <source>several encodings</source>
        <translation>多种编码</translation>
    </message>
    <message>
        <source>Read from {container} as {encoding}</source>
        <translation>从 {container} 以 {encoding} 读取</translation>
    </message>
    <message>
        <source>page</source>
        <translation>页</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>页</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>question,answer
Who keeps the light?,&quot;The old keeper, and he has never missed a night.&quot;</source>
        <translation>question,answer
谁守着灯？,&quot;老守塔人，他从没缺过一晚。&quot;</translation>
    </message>
    <message>
        <source>A text, PDF or Word file, or a folder of them: a book, letters, a diary.</source>
        <translation>一个文本、PDF 或 Word 文件，或这些文件的文件夹：书、信件、日记。</translation>
    </message>
    <message>
        <source>JSON lines</source>
        <translation>JSON 行</translation>
    </message>
    <message>
        <source>{read}. The columns were guessed: is that right?</source>
        <translation>{read}。各列是猜的：对吗？</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>An Excel, CSV or JSON table: one question and its answer per row.</source>
        <translation>Excel、CSV 或 JSON 表格：每行一个问题及其回答。</translation>
    </message>
    <message>
        <source>Chats as OpenAI, ShareGPT and many programs write them, one a line.</source>
        <translation>OpenAI、ShareGPT 和许多程序所用格式的对话，每行一个。</translation>
    </message>
    <message>
        <source>50 to 100 good rows begin to change how a model answers; about 1,000 make a whole assistant. Of running text, use a book, not a page: a few pages are only learnt by heart.</source>
        <translation>50 到 100 行好数据就能开始改变模型的回答方式；大约 1,000 行能做出一个完整的助手。连续文本要用一本书，而不是一页：只有几页的话只会被背下来。</translation>
    </message>
    <message>
        <source>Running text teaches it to write like that text, not to answer. For that, use questions and answers.</source>
        <translation>连续文本教它像那样写作，而不是回答问题。想让它回答，请用问答。</translation>
    </message>
    <message>
        <source>{field} is “{column}”</source>
        <translation>{field} 是“{column}”</translation>
    </message>
    <message>
        <source>No column has a usual name for questions or answers, so they were guessed: {columns}.</source>
        <translation>没有哪一列的名称表明是问题或答案，所以只能猜测：{columns}。</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <source>To learn from</source>
        <translation>用于学习</translation>
    </message>
    <message>
        <source>Too long</source>
        <translation>太长</translation>
    </message>
    <message>
        <source>{rows}, whose oldest turns are cut off</source>
        <translation>{rows}，最早的轮次被截去</translation>
    </message>
    <message>
        <source>With thoughts</source>
        <translation>有思考</translation>
    </message>
    <message>
        <source>The same as earlier ones</source>
        <translation>和更早的相同</translation>
    </message>
    <message>
        <source>Not used: {why}</source>
        <translation>未使用：{why}</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>已略去</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>{parts}. “Use this data” saves it as a new file; yours stays as it is.</source>
        <translation>{parts}。“使用这些数据”会存为新文件；你的保持不变。</translation>
    </message>
    <message>
        <source> and </source>
        <translation> 和 </translation>
    </message>
    <message>
        <source>, {left} left out</source>
        <translation>，去掉 {left}</translation>
    </message>
    <message>
        <source>Saved, and opened here: {name}, {what}.</source>
        <translation>已保存，并在这里打开：{name}，{what}。</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>（空）</translation>
    </message>
    <message>
        <source>“{quote}” – {whence}</source>
        <translation>“{quote}” – {whence}</translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>第 {number} 行</translation>
    </message>
    <message>
        <source>line {number}</source>
        <translation>第 {number} 行</translation>
    </message>
    <message>
        <source>too short to tell</source>
        <translation>太短，说不准</translation>
    </message>
    <message>
        <source>Tokens of the row</source>
        <translation>这一行的词元</translation>
    </message>
    <message>
        <source>Learnt</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Read, not learnt</source>
        <translation>只读，不学</translation>
    </message>
    <message>
        <source>goes on with the character before it</source>
        <translation>接着前一个字符</translation>
    </message>
    <message>
        <source>Token {place} of {ids}</source>
        <translation>第 {place} 个词元，共 {ids}</translation>
    </message>
    <message>
        <source>{number} · id {id} · {text} · {learnt}: {why}.</source>
        <translation>{number} · id {id} · {text} · {learnt}：{why}。</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>导出什么</translation>
    </message>
    <message>
        <source>Str&amp;ength of what was learnt</source>
        <translation>所学内容的强度(&amp;E)</translation>
    </message>
    <message>
        <source>Looking for Ollama…</source>
        <translation>正在查找 Ollama…</translation>
    </message>
    <message>
        <source>Choose where it goes.</source>
        <translation>选择放到哪里。</translation>
    </message>
    <message>
        <source>Choose the &amp;zip file…</source>
        <translation>选择 zip 文件…</translation>
    </message>
    <message>
        <source>Choose the fo&amp;lder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>What came back</source>
        <translation>带回来的内容</translation>
    </message>
    <message>
        <source>Save to</source>
        <translation>保存到</translation>
    </message>
    <message>
        <source>{free} free</source>
        <translation>剩余 {free}</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>Zip 文件 (*.zip)</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>For Python (PEFT)</source>
        <translation>供 Python（PEFT）</translation>
    </message>
    <message>
        <source>Ollama, a free program to talk to models, is not installed.</source>
        <translation>未安装 Ollama（一款用来与模型对话的免费程序）。</translation>
    </message>
    <message>
        <source>You can export the folder now and add it later.</source>
        <translation>你可以现在导出文件夹，以后再加入。</translation>
    </message>
    <message>
        <source>Looked again, and nothing has changed.</source>
        <translation>又看了一次，没有变化。</translation>
    </message>
    <message>
        <source>Ollama is not running. Open it and look again.</source>
        <translation>Ollama 没有在运行。请打开它，再看一次。</translation>
    </message>
    <message>
        <source>Name on the hub</source>
        <translation>在 hub 上的名称</translation>
    </message>
    <message>
        <source>Only I can see &amp;it</source>
        <translation>只有我能看到</translation>
    </message>
    <message>
        <source>&amp;Name on the hub</source>
        <translation>在 hub 上的名称</translation>
    </message>
    <message>
        <source>Save an access token first.</source>
        <translation>请先保存访问令牌。</translation>
    </message>
    <message>
        <source>These files would be uploaded, and nothing else:</source>
        <translation>将上传这些文件，别无其他：</translation>
    </message>
    <message>
        <source>Not uploaded: {left_out}{more}</source>
        <translation>未上传：{left_out}{more}</translation>
    </message>
    <message>
        <source>The base model&apos;s licence is not known. Look it up before you share this.</source>
        <translation>不知道基础模型的许可证。分享之前请先查清楚。</translation>
    </message>
    <message>
        <source>To upload, get an access token that can write, and save it here. It stays in your system&apos;s keyring.</source>
        <translation>要上传，请获取一个可以写入的访问令牌，并保存在这里。它只留在系统的密钥环里。</translation>
    </message>
    <message>
        <source>The base model&apos;s licence, {licence}, {restriction}.</source>
        <translation>基础模型的许可证 {licence}，{restriction}。</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>It is back</source>
        <translation>它回来了</translation>
    </message>
    <message>
        <source>{repo} is online</source>
        <translation>{repo} 已在线</translation>
    </message>
    <message>
        <source>{name} is in Ollama</source>
        <translation>{name} 在 Ollama 里了</translation>
    </message>
    <message>
        <source>Opens {download} in your browser</source>
        <translation>在浏览器里打开 {download}</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Open it and look again, or export the folder now and add it later.</source>
        <translation>打开它再重新查找，或者现在先导出文件夹，以后再添加。</translation>
    </message>
    <message>
        <source>Name in Ollama</source>
        <translation>在 Ollama 里的名称</translation>
    </message>
    <message>
        <source>&amp;Name in Ollama</source>
        <translation>在 Ollama 里的名称</translation>
    </message>
    <message>
        <source>Ollama {version} is running.</source>
        <translation>Ollama {version} 正在运行。</translation>
    </message>
    <message>
        <source>Ollama is not running. {how_to_start}</source>
        <translation>Ollama 没有运行。{how_to_start}</translation>
    </message>
    <message>
        <source>Uploa&amp;d</source>
        <translation>上传</translation>
    </message>
    <message>
        <source>&amp;Export the folder</source>
        <translation>导出文件夹</translation>
    </message>
    <message>
        <source>The new export takes the place of the earlier one.</source>
        <translation>新的导出取代之前的。</translation>
    </message>
    <message>
        <source>&amp;Replace it</source>
        <translation>替换它</translation>
    </message>
    <message>
        <source>An export is running.</source>
        <translation>正在导出。</translation>
    </message>
    <message>
        <source>Closing now discards what has been done so far.</source>
        <translation>现在关闭会丢掉已完成的部分。</translation>
    </message>
    <message>
        <source>&amp;Close anyway</source>
        <translation>仍然关闭</translation>
    </message>
    <message>
        <source>Talk to it &amp;here</source>
        <translation>在这里聊天</translation>
    </message>
    <message>
        <source>&amp;Go to Train</source>
        <translation>前往训练</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>{title} is done.</source>
        <translation>{title} 已完成。</translation>
    </message>
    <message>
        <source>It is here:</source>
        <translation>它在这里：</translation>
    </message>
    <message>
        <source>That did not open</source>
        <translation>没能打开</translation>
    </message>
    <message>
        <source>Open LM Studio once, or choose a folder here and the same one in LM Studio under My Models.</source>
        <translation>打开一次 LM Studio，或在这里选一个文件夹，并在 LM Studio 的 My Models 里选同一个。</translation>
    </message>
    <message>
        <source>Chan&amp;ge…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Change where it goes</source>
        <translation>更改位置</translation>
    </message>
    <message>
        <source>About {size}</source>
        <translation>大约 {size}</translation>
    </message>
    <message>
        <source>facts</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>how to do things</source>
        <translation>怎么做</translation>
    </message>
    <message>
        <source>what words mean</source>
        <translation>词的含义</translation>
    </message>
    <message>
        <source>summaries</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Stop making rows?</source>
        <translation>停止生成数据行？</translation>
    </message>
    <message>
        <source>The rows that are finished stay, and the next time it goes on from there.</source>
        <translation>已完成的数据行会保留，下次从那里继续。</translation>
    </message>
    <message>
        <source>Models (*.gguf)</source>
        <translation>模型 (*.gguf)</translation>
    </message>
    <message>
        <source>&amp;Model that writes</source>
        <translation>负责编写的模型</translation>
    </message>
    <message>
        <source>A GGUF file</source>
        <translation>一个 GGUF 文件</translation>
    </message>
    <message>
        <source>Ask each question in {n} &amp;other ways, too</source>
        <translation>每个问题再换 {n} 种说法</translation>
    </message>
    <message>
        <source>A model answers best in the words that it was trained with.</source>
        <translation>模型对训练时用过的措辞回答得最好。</translation>
    </message>
    <message>
        <source>Teach it to say when the text does &amp;not answer</source>
        <translation>教它在文中没有答案时说明</translation>
    </message>
    <message>
        <source>For each piece of the text, a question that it does not answer is added.</source>
        <translation>每段文字会加一个它没有回答的问题。</translation>
    </message>
    <message>
        <source>&amp;Try {n} pieces</source>
        <translation>先试 {n} 段</translation>
    </message>
    <message>
        <source>&amp;Try {n} questions</source>
        <translation>先试 {n} 个问题</translation>
    </message>
    <message>
        <source>Make &amp;all rows</source>
        <translation>生成全部行</translation>
    </message>
    <message>
        <source>&amp;Use these rows</source>
        <translation>使用这些行</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No rows were made</source>
        <translation>没有生成任何行</translation>
    </message>
    <message>
        <source>Other wordings of the questions in {name}</source>
        <translation>{name} 中问题的其他说法</translation>
    </message>
    <message>
        <source>A model on this disk asks each question in {n} other ways; the answers stay. Choose a model of 3B or more (about 2 GB): smaller ones write little that can be used. Read some of it first.</source>
        <translation>这块磁盘上的模型会用另外 {n} 种方式提出每个问题；答案不变。请选 3B 或更大的模型（约 2 GB）：更小的写不出多少可用的。请先读一些。</translation>
    </message>
    <message>
        <source>A model on this disk writes questions about your text and answers them; rows that say what the text does not are dropped. Choose a model of 3B or more (about 2 GB): smaller ones write little that can be used.</source>
        <translation>这块磁盘上的模型会就你的文本写问题并作答；说了文本里没有的内容的行会被去掉。请选 3B 或更大的模型（约 2 GB）：更小的写不出多少可用的。</translation>
    </message>
    <message>
        <source>Questions and answers about {name}</source>
        <translation>关于 {name} 的问答</translation>
    </message>
    <message>
        <source>&amp;What is asked</source>
        <translation>问什么</translation>
    </message>
    <message>
        <source>Rows that were tried</source>
        <translation>试生成的行</translation>
    </message>
    <message>
        <source>{rows} rows from {done} of {pieces} questions.</source>
        <translation>{pieces} 个问题中的 {done} 个生成了 {rows} 行。</translation>
    </message>
    <message>
        <source>{rows} rows from {done} of {pieces} pieces.</source>
        <translation>{pieces} 段中的 {done} 段生成了 {rows} 行。</translation>
    </message>
    <message>
        <source>{n} of them say that the text does not answer.</source>
        <translation>其中 {n} 行说明文中没有答案。</translation>
    </message>
    <message>
        <source>The rest takes about {time}.</source>
        <translation>其余约需 {time}。</translation>
    </message>
    <message>
        <source>left out: {why}</source>
        <translation>已去掉：{why}</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Open the &amp;folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Or type in a terminal:</source>
        <translation>或在终端中输入：</translation>
    </message>
    <message>
        <source>Open {program}</source>
        <translation>打开 {program}</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>打开页面</translation>
    </message>
    <message>
        <source>&amp;Open {program}</source>
        <translation>打开 {program}</translation>
    </message>
    <message>
        <source>&amp;Get {program}</source>
        <translation>获取 {program}</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>R&amp;un</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Chec&amp;kpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>{name} (nothing learnt yet)</source>
        <translation>{name}（还没学到东西）</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Best: {name}</source>
        <translation>最好：{name}</translation>
    </message>
    <message>
        <source>Newest: {name}</source>
        <translation>最新：{name}</translation>
    </message>
    <message>
        <source>O&amp;ther ways</source>
        <translation>其他方式</translation>
    </message>
    <message>
        <source>Loading your runs…</source>
        <translation>正在加载你的运行…</translation>
    </message>
    <message>
        <source>Checking what would be uploaded…</source>
        <translation>正在查看将上传什么…</translation>
    </message>
    <message>
        <source>Nothing can be exported yet.

Train a model first. What it has learnt can then go to Ollama and other programs.</source>
        <translation>还没有可导出的内容。

请先训练一个模型。学到的内容随后可以带到 Ollama 和其他程序。</translation>
    </message>
    <message>
        <source>1. Take the folder to the other machine.</source>
        <translation>1. 把文件夹带到另一台机器。</translation>
    </message>
    <message>
        <source>Looking at “{run}”…</source>
        <translation>正在查看“{run}”…</translation>
    </message>
    <message>
        <source>LM Studio&apos;s list</source>
        <translation>LM Studio 的列表</translation>
    </message>
    <message>
        <source>There is an export of “{run}” in {where}</source>
        <translation>{where} 里有“{run}”的导出</translation>
    </message>
    <message>
        <source>There are other files in {where}</source>
        <translation>{where} 里有其他文件</translation>
    </message>
    <message>
        <source>{what} already, written {made}.</source>
        <translation>{what} 已有，写于 {made}。</translation>
    </message>
    <message>
        <source>{what} already.</source>
        <translation>{what} 已有。</translation>
    </message>
    <message>
        <source>Talk to it in Ollama</source>
        <translation>在 Ollama 中聊天</translation>
    </message>
    <message>
        <source>Cr&amp;eate in Ollama</source>
        <translation>在 Ollama 中创建</translation>
    </message>
    <message>
        <source>&amp;Export to LM Studio</source>
        <translation>导出到 LM Studio</translation>
    </message>
    <message>
        <source>One file</source>
        <translation>单个文件</translation>
    </message>
    <message>
        <source>For Jan, KoboldCpp, llama.cpp and others</source>
        <translation>供 Jan、KoboldCpp、llama.cpp 等使用</translation>
    </message>
    <message>
        <source>&amp;Export the file</source>
        <translation>导出文件</translation>
    </message>
    <message>
        <source>Hugging Face hub</source>
        <translation>Hugging Face hub</translation>
    </message>
    <message>
        <source>Pr&amp;epare the files</source>
        <translation>准备文件</translation>
    </message>
    <message>
        <source>A bigger machine</source>
        <translation>更大的电脑</translation>
    </message>
    <message>
        <source>Keeps {share} of what was learnt.</source>
        <translation>保留了所学内容的 {share}。</translation>
    </message>
    <message>
        <source>Some answers are not those given here.</source>
        <translation>有些回答和这里给出的不同。</translation>
    </message>
    <message>
        <source>Answers exactly as here: {good} of {total}.</source>
        <translation>回答和这里完全一样：{total} 中的 {good}。</translation>
    </message>
    <message>
        <source> To “{prompt}” it says “{theirs}” and not “{ours}”.</source>
        <translation> 对“{prompt}”它说“{theirs}”，而不是“{ours}”。</translation>
    </message>
    <message>
        <source>Loss on trained examples: {here} here, {there} there.</source>
        <translation>已训练样例上的损失：此处 {here}，那边 {there}。</translation>
    </message>
    <message>
        <source>Loss on unseen examples: {here} here, {there} there.</source>
        <translation>没见过的例子上的损失：这里 {here}，那里 {there}。</translation>
    </message>
    <message>
        <source>Loss on general questions: {here} here, {there} there.</source>
        <translation>一般问题上的损失：这里 {here}，那里 {there}。</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>正在导出…</translation>
    </message>
    <message>
        <source>Add &amp;it to Ollama</source>
        <translation>加入 Ollama</translation>
    </message>
    <message>
        <source>Ollama has to be running first.</source>
        <translation>需要先让 Ollama 运行起来。</translation>
    </message>
    <message>
        <source>This starts llama.cpp. Jan, KoboldCpp and others open the file itself.</source>
        <translation>这会启动 llama.cpp。Jan、KoboldCpp 等程序可以直接打开这个文件。</translation>
    </message>
    <message>
        <source>This run has learnt nothing yet. You can only train it on a bigger machine.</source>
        <translation>这次训练还没学到东西。你只能在更大的机器上训练它。</translation>
    </message>
    <message>
        <source>The folder holds your data as plain text. Give it only to people you trust with that.</source>
        <translation>文件夹里有你的数据，而且是明文。只交给你信得过的人。</translation>
    </message>
    <message>
        <source>Trained there? Drop the folder or zip file that came back here.</source>
        <translation>在那边训练好了？把带回来的文件夹或 zip 文件拖到这里。</translation>
    </message>
    <message>
        <source>You see the files before anything is uploaded.</source>
        <translation>上传任何内容之前，你会先看到这些文件。</translation>
    </message>
    <message>
        <source>First reads what it was trained on, to lose less where it counts. Takes longer.</source>
        <translation>先读一遍它的训练数据，让重要的地方少受损失。需要更久。</translation>
    </message>
    <message>
        <source>Only what it learnt, to use beside the base model</source>
        <translation>只含学到的内容，配合基础模型使用</translation>
    </message>
    <message>
        <source>The folder for Ollama is ready</source>
        <translation>给 Ollama 的文件夹已就绪</translation>
    </message>
    <message>
        <source>1. Install Ollama, a free program, and open it.</source>
        <translation>1. 安装 Ollama（免费程序）并打开它。</translation>
    </message>
    <message>
        <source>2. Press “Look again”, then “Add it to Ollama”. Luthier does the rest.</source>
        <translation>2. 点“再看一次”，然后点“加入 Ollama”。其余由 Luthier 完成。</translation>
    </message>
    <message>
        <source>Add it to LM Studio&apos;s models</source>
        <translation>加入 LM Studio 的模型</translation>
    </message>
    <message>
        <source>It is in LM Studio, under My Models</source>
        <translation>它在 LM Studio 的 My Models 里了</translation>
    </message>
    <message>
        <source>The file is ready</source>
        <translation>文件已就绪</translation>
    </message>
    <message>
        <source>For Transformers and PEFT</source>
        <translation>供 Transformers 和 PEFT 使用</translation>
    </message>
    <message>
        <source>The folder is ready</source>
        <translation>文件夹已就绪</translation>
    </message>
    <message>
        <source>Keep it online, or share it</source>
        <translation>放在网上保存或分享</translation>
    </message>
    <message>
        <source>The files are ready to upload</source>
        <translation>文件已准备好，可以上传</translation>
    </message>
    <message>
        <source>Train it elsewhere, bring it back</source>
        <translation>在别处训练，再带回来</translation>
    </message>
    <message>
        <source>A folder with your data and all settings, to train the same on a rented or a friend&apos;s computer.</source>
        <translation>一个包含你的数据和全部设置的文件夹，可以在租来的或朋友的电脑上做同样的训练。</translation>
    </message>
    <message>
        <source>2. Follow the steps in its README.md there.</source>
        <translation>2. 在那边按照其中 README.md 的步骤操作。</translation>
    </message>
    <message>
        <source>3. Bring the adapter that it writes back: drop it below.</source>
        <translation>3. 把它写出的适配器带回来：拖到下面。</translation>
    </message>
    <message>
        <source>Reads pictures or sound as the base model does: that file was copied, too.</source>
        <translation>和基础模型一样能读图片或声音：那个文件也已复制。</translation>
    </message>
    <message>
        <source>It answers as it does here.</source>
        <translation>它的回答和这里一样。</translation>
    </message>
    <message>
        <source>It answers as it does here, though not always word for word.</source>
        <translation>它的回答和这里一样，但不一定逐字相同。</translation>
    </message>
    <message>
        <source>It sees conversations as it did in training.</source>
        <translation>它看到的对话格式和训练时一样。</translation>
    </message>
    <message>
        <source>Ollama shows it conversations differently from how it was trained.</source>
        <translation>Ollama 给它看的对话格式和训练时不一样。</translation>
    </message>
    <message>
        <source> Where they differ, the model was undecided: rounding explains it.</source>
        <translation> 有差异的地方，模型本来就拿不准：这是舍入造成的。</translation>
    </message>
    <message>
        <source>Ends its answers by itself.</source>
        <translation>回答会自己结束。</translation>
    </message>
    <message>
        <source>Does not always end its answers. Training longer helps.</source>
        <translation>回答不一定会自己结束。训练久一点会有帮助。</translation>
    </message>
    <message>
        <source>only you can see it</source>
        <translation>只有你能看到</translation>
    </message>
    <message>
        <source>everybody can see it</source>
        <translation>所有人都能看到</translation>
    </message>
    <message>
        <source>{files} online, {bytes}; {seen}.</source>
        <translation>在线 {files}，{bytes}；{seen}。</translation>
    </message>
    <message numerus="yes">
        <source>{n} files are</source>
        <comment>{n} file is</comment>
        <translation>
            <numerusform>{n} 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>{steps} trained there.</source>
        <translation>在那边训练了 {steps}。</translation>
    </message>
    <message numerus="yes">
        <source>{n} steps were</source>
        <comment>{n} step was</comment>
        <translation>
            <numerusform>{n} 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Loss on unseen examples: {eval_loss_before} before, </source>
        <translation>没见过的例子上的损失：之前 {eval_loss_before}， </translation>
    </message>
    <message>
        <source>{text}{eval_loss_after} now.</source>
        <translation>{text}现在 {eval_loss_after}。</translation>
    </message>
    <message>
        <source> · loss {loss}</source>
        <translation> · 损失 {loss}</translation>
    </message>
    <message>
        <source>Step {step}{loss}</source>
        <translation>第 {step} 步{loss}</translation>
    </message>
    <message>
        <source>Chosen because the usual file would take over half of your memory.</source>
        <translation>选它是因为常用的文件会占去一半以上的内存。</translation>
    </message>
    <message>
        <source>As trained, a little larger ({base})</source>
        <translation>和训练时一样，稍大一些（{base}）</translation>
    </message>
    <message>
        <source>As trained ({base})</source>
        <translation>和训练时一样（{base}）</translation>
    </message>
    <message>
        <source>As trained</source>
        <translation>和训练时一样</translation>
    </message>
    <message>
        <source>As small as the model you trained, and adjusted to keep what it learnt. Takes some minutes.</source>
        <translation>和你训练的模型一样小，并经过调整来保留所学内容。需要几分钟。</translation>
    </message>
    <message>
        <source>At most a tenth larger than the model you trained, and adjusted to keep more of what it learnt. Takes some minutes.</source>
        <translation>最多比你训练的模型大十分之一，并经过调整来保留更多所学内容。需要几分钟。</translation>
    </message>
    <message>
        <source>{about} Compare first: it may lose what was learnt.</source>
        <translation>{about} 请先比较：可能会丢失所学内容。</translation>
    </message>
    <message>
        <source>Uses 8 bits for what it learnt, as fewer would lose it. The usual choice.</source>
        <translation>所学内容用 8 位保存，再少就会丢失。这是常用的选择。</translation>
    </message>
    <message>
        <source>As precise as the model you trained. The usual choice.</source>
        <translation>和你训练的模型一样精确。这是常用的选择。</translation>
    </message>
    <message>
        <source>Use letters, digits, dots and dashes only, as in my-model.</source>
        <translation>只能用字母、数字、点和短横，例如 my-model。</translation>
    </message>
    <message>
        <source>Enter your name on the hub, a slash, and a name for the model.</source>
        <translation>请输入你在 hub 上的用户名、一个斜杠和模型的名称。</translation>
    </message>
    <message>
        <source>Use the form your-name/my-model.</source>
        <translation>请写成 your-name/my-model 的形式。</translation>
    </message>
    <message>
        <source>Keeps what was learnt ({finer})</source>
        <translation>保留所学内容（{finer}）</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>under 0.1%</source>
        <translation>低于 0.1%</translation>
    </message>
    <message>
        <source>{shown}: too much</source>
        <translation>{shown}：太多</translation>
    </message>
    <message>
        <source>{shown}: noticeable</source>
        <translation>{shown}：能感觉到</translation>
    </message>
    <message>
        <source>Give it a name.</source>
        <translation>给它取个名称。</translation>
    </message>
    <message>
        <source>Replace &amp;it</source>
        <translation>替换它</translation>
    </message>
    <message>
        <source>Ollama has another model of that name</source>
        <translation>Ollama 里有另一个同名模型</translation>
    </message>
    <message>
        <source>Ollama does not answer</source>
        <translation>Ollama 没有应答</translation>
    </message>
    <message>
        <source>LM Studio was not found</source>
        <translation>没有找到 LM Studio</translation>
    </message>
    <message>
        <source>Write the files</source>
        <translation>写入文件</translation>
    </message>
    <message>
        <source>Check them in llama.cpp</source>
        <translation>在 llama.cpp 中检查</translation>
    </message>
    <message>
        <source>Read them back</source>
        <translation>读回检查</translation>
    </message>
    <message>
        <source>Compare its answers</source>
        <translation>比较它的回答</translation>
    </message>
    <message>
        <source>Add it to Ollama</source>
        <translation>加入 Ollama</translation>
    </message>
    <message>
        <source>Compare its answers in Ollama</source>
        <translation>在 Ollama 中比较它的回答</translation>
    </message>
    <message>
        <source>Other files are there already</source>
        <translation>那里已有其他文件</translation>
    </message>
    <message>
        <source>Choose another place, or replace them.</source>
        <translation>请另选位置，或替换它们。</translation>
    </message>
    <message>
        <source>Choose another name, or replace that model.</source>
        <translation>请另取一个名称，或替换那个模型。</translation>
    </message>
    <message>
        <source>Open LM Studio once and look again, or choose a folder and add it in LM Studio under My Models.</source>
        <translation>打开一次 LM Studio 再重新查找，或者选一个文件夹，并在 LM Studio 的 My Models 里添加它。</translation>
    </message>
    <message>
        <source>This run has learnt nothing yet</source>
        <translation>这次训练还没学到东西</translation>
    </message>
    <message>
        <source>Train until its first checkpoint is saved.</source>
        <translation>训练到保存第一个检查点为止。</translation>
    </message>
    <message>
        <source>The file would lose what was learnt</source>
        <translation>它会忘掉所学内容</translation>
    </message>
    <message>
        <source>Choose larger weights, such as F16, and export again.</source>
        <translation>请选择更大的权重，例如 F16，然后再导出一次。</translation>
    </message>
    <message>
        <source>Get one below, and save it.</source>
        <translation>请在下面获取一个并保存。</translation>
    </message>
    <message>
        <source>Get one that can write, and save it below.</source>
        <translation>请获取一个可以写入的，并保存在下面。</translation>
    </message>
    <message>
        <source>Get a new one below, and save it.</source>
        <translation>请在下面获取一个新的并保存。</translation>
    </message>
    <message>
        <source>Choose smaller weights, and export again.</source>
        <translation>请选择更小的权重，然后再导出一次。</translation>
    </message>
    <message>
        <source>{message} Put it back where it was during the training.</source>
        <translation>{message} 请把它放回训练时所在的位置。</translation>
    </message>
    <message>
        <source>The hub asks for a token</source>
        <translation>hub 要求令牌</translation>
    </message>
    <message>
        <source>This token can only read</source>
        <translation>这个令牌只能读取</translation>
    </message>
    <message>
        <source>The hub refuses the token</source>
        <translation>hub 拒绝了令牌</translation>
    </message>
    <message>
        <source>The file is too large for the hub</source>
        <translation>文件对 hub 来说太大</translation>
    </message>
    <message>
        <source>The model that you trained is not there</source>
        <translation>训练所用的模型不在了</translation>
    </message>
    <message>
        <source>Go to &amp;Model</source>
        <translation>转到模型</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>没有成功</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>Same answers</source>
        <translation>回答相同</translation>
    </message>
    <message>
        <source>Keeps</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Type of weights</source>
        <translation>权重类型</translation>
    </message>
    <message>
        <source>Co&amp;mpare the types</source>
        <translation>比较各种类型</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Recommended: {name}{matrix}, the smallest that keeps what it learnt and answers as well.</source>
        <translation>推荐：{name}{matrix}，这是既能保留所学内容、回答又一样好的最小类型。</translation>
    </message>
    <message>
        <source>Use an im&amp;portance matrix</source>
        <translation>使用重要性矩阵</translation>
    </message>
    <message>
        <source>{shown} · about {size}</source>
        <translation>{shown} · 大约 {size}</translation>
    </message>
    <message>
        <source> with importance matrix</source>
        <translation> ，用重要性矩阵</translation>
    </message>
    <message>
        <source>{item} · recommended</source>
        <translation>{item} · 推荐</translation>
    </message>
    <message>
        <source>What each type costs</source>
        <translation>每种类型的代价</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>去向</translation>
    </message>
    <message>
        <source>Open its &amp;page</source>
        <translation>打开其页面</translation>
    </message>
    <message>
        <source>Get a toke&amp;n</source>
        <translation>获取令牌</translation>
    </message>
    <message>
        <source>&amp;Save token</source>
        <translation>保存令牌</translation>
    </message>
    <message>
        <source>made as small as you like on this computer</source>
        <translation>在这台电脑上想多小就多小</translation>
    </message>
    <message>
        <source>Files to download</source>
        <translation>要下载的文件</translation>
    </message>
    <message>
        <source>Trains here: {text}</source>
        <translation>可在此训练：{text}</translation>
    </message>
    <message>
        <source>{model} · licence: {licence}</source>
        <translation>{model} · 许可：{licence}</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>未注明</translation>
    </message>
    <message>
        <source>Its description can be read on its page.</source>
        <translation>说明可以在它的页面上看。</translation>
    </message>
    <message>
        <source>Its owner has written no description.</source>
        <translation>它的所有者没有写说明。</translation>
    </message>
    <message>
        <source>training needs about {need} · </source>
        <translation>训练约需 {need} · </translation>
    </message>
    <message>
        <source>fits</source>
        <translation>够用</translation>
    </message>
    <message>
        <source>{weight} · training needs about {need}: {word}</source>
        <translation>{weight} · 训练约需 {need}：{word}</translation>
    </message>
    <message>
        <source>The original (safetensors), {bytes}</source>
        <translation>原始模型（safetensors），{bytes}</translation>
    </message>
    <message>
        <source>{bytes} in {count} files</source>
        <translation>{bytes}，共 {count} 个文件</translation>
    </message>
    <message>
        <source> and {others} more</source>
        <translation> 及另外 {others} 个</translation>
    </message>
    <message>
        <source>Also there: {named}{more}.</source>
        <translation>那里还有：{named}{more}。</translation>
    </message>
    <message>
        <source>&lt;b&gt;This model is gated.&lt;/b&gt; Open its page, log in and accept its licence. Then get an access token that can read, and save it here. One token is good for all gated models.</source>
        <translation>&lt;b&gt;这个模型需要授权。&lt;/b&gt;请打开它的页面，登录并接受许可证。然后获取一个可以读取的访问令牌，保存在这里。一个令牌可用于所有需要授权的模型。</translation>
    </message>
    <message>
        <source>GGUF or safetensors</source>
        <translation>GGUF 或 safetensors</translation>
    </message>
    <message>
        <source>GGUF (ready to use)</source>
        <translation>GGUF（可直接使用）</translation>
    </message>
    <message>
        <source>safetensors (originals)</source>
        <translation>safetensors（原始）</translation>
    </message>
    <message>
        <source>Choose a model, or search for another.</source>
        <translation>请选择一个模型，或搜索别的模型。</translation>
    </message>
    <message>
        <source>Luthier is set to stay offline: no search, no downloads.</source>
        <translation>Luthier 设为保持离线：不搜索，不下载。</translation>
    </message>
    <message>
        <source>Good choices for this computer, with {memory} of memory.</source>
        <translation>适合这台电脑的好选择，内存为 {memory}。</translation>
    </message>
    <message>
        <source>Fil&amp;ters</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>任意大小</translation>
    </message>
    <message>
        <source>Up to {n} GB</source>
        <translation>不超过 {n} GB</translation>
    </message>
    <message>
        <source>Up to {n} MB</source>
        <translation>不超过 {n} MB</translation>
    </message>
    <message>
        <source>Any licence</source>
        <translation>任意许可</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Allow the net&amp;work</source>
        <translation>允许联网</translation>
    </message>
    <message>
        <source>Search words</source>
        <translation>搜索词</translation>
    </message>
    <message>
        <source>Name of a model, such as smollm2 instruct</source>
        <translation>模型名称，例如 smollm2 instruct</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Largest size</source>
        <translation>最大大小</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>F&amp;its this machine</source>
        <translation>适合这台电脑</translation>
    </message>
    <message>
        <source>Models found</source>
        <translation>找到的模型</translation>
    </message>
    <message>
        <source>Models to start &amp;with</source>
        <translation>入门模型</translation>
    </message>
    <message>
        <source>The settings cannot be read</source>
        <translation>设置无法读取</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>搜索已取消。</translation>
    </message>
    <message>
        <source>Asking Hugging Face…</source>
        <translation>正在询问 Hugging Face…</translation>
    </message>
    <message>
        <source>The search did not work</source>
        <translation>搜索没有成功</translation>
    </message>
    <message>
        <source>Nothing found. Fewer words or filters may help.</source>
        <translation>没有找到。减少搜索词或筛选条件或许有用。</translation>
    </message>
    <message>
        <source>{count} found, most downloaded first.</source>
        <translation>找到 {count} 个，下载最多的在前。</translation>
    </message>
    <message>
        <source>The settings cannot be changed</source>
        <translation>设置无法更改</translation>
    </message>
    <message>
        <source>Det&amp;ails</source>
        <translation>详情(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Talk to it as it is</source>
        <translation>直接与它聊天</translation>
    </message>
    <message>
        <source>Take it &amp;off the list</source>
        <translation>从列表移除</translation>
    </message>
    <message>
        <source>The file stays where it is.</source>
        <translation>文件保留在原处。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Trains here:&lt;/b&gt; {text}</source>
        <translation>&lt;b&gt;可在此训练：&lt;/b&gt;{text}</translation>
    </message>
    <message>
        <source>{name}. Trains here: {text}</source>
        <translation>{name}。可在此训练：{text}</translation>
    </message>
    <message>
        <source>Filter the models</source>
        <translation>筛选模型</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>这台电脑上的模型</translation>
    </message>
    <message>
        <source>Clear the filt&amp;er</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Choose a model in the list.</source>
        <translation>请在列表中选择一个模型。</translation>
    </message>
    <message>
        <source>Looking for models on this disk…</source>
        <translation>正在这块磁盘上查找模型…</translation>
    </message>
    <message>
        <source>The models could not be listed</source>
        <translation>模型无法列出</translation>
    </message>
    <message>
        <source>None of the {found} models here has “{filter}” in its name or in the line below it.</source>
        <translation>这里的 {found} 个模型里，没有名称或下面一行含“{filter}”的。</translation>
    </message>
    <message>
        <source>{shown} of {found} shown.</source>
        <translation>显示 {shown} / {found}。</translation>
    </message>
    <message>
        <source>{name} was not added</source>
        <translation>{name} 没有添加</translation>
    </message>
    <message>
        <source>{name} (the sample)</source>
        <translation>{name}（示例）</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>It is still in the bin</source>
        <translation>它仍在回收站中</translation>
    </message>
    <message>
        <source>Move it to the &amp;bin</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>A&amp;dd</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>A &amp;file…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>A f&amp;older…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>&amp;Look for models again</source>
        <translation>重新查找模型</translation>
    </message>
    <message>
        <source>Only the sample is here. Get a model from Hugging Face, or drop a GGUF file or a model folder here.</source>
        <translation>这里只有示例。请从 Hugging Face 获取模型，或把 GGUF 文件或模型文件夹拖到这里。</translation>
    </message>
    <message>
        <source>Moving {name} to the bin…</source>
        <translation>正在把 {name} 移到回收站…</translation>
    </message>
    <message>
        <source>{name} stays where it is</source>
        <translation>{name} 留在原处</translation>
    </message>
    <message>
        <source>A part of {name} is in the bin</source>
        <translation>{name} 的一部分在回收站中</translation>
    </message>
    <message>
        <source>The system&apos;s bin did not take {path}. Delete it in your files.</source>
        <translation>系统的回收站不收 {path}。请在文件管理器里删除。</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Models (*.gguf *.safetensors)</source>
        <translation>模型 (*.gguf *.safetensors)</translation>
    </message>
    <message>
        <source>Choose a folder with safetensors</source>
        <translation>选择含有 safetensors 的文件夹</translation>
    </message>
    <message>
        <source>Comes with Luthier</source>
        <translation>随 Luthier 提供</translation>
    </message>
    <message>
        <source>From {source}</source>
        <translation>来自 {source}</translation>
    </message>
    <message>
        <source>A model is being converted.</source>
        <translation>正在转换一个模型。</translation>
    </message>
    <message>
        <source>On this &amp;computer</source>
        <translation>这台电脑上</translation>
    </message>
    <message>
        <source>From &amp;Hugging Face</source>
        <translation>来自 Hugging Face</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>&amp;Use this model</source>
        <translation>使用这个模型</translation>
    </message>
    <message>
        <source>&amp;Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>The download cannot be deleted</source>
        <translation>下载无法删除</translation>
    </message>
    <message>
        <source>Trains a smaller copy ({picked}). The original stays.</source>
        <translation>训练一个更小的副本（{picked}）。原来的保持不变。</translation>
    </message>
    <message>
        <source>This model does not train here.</source>
        <translation>这个模型不能在此训练。</translation>
    </message>
    <message>
        <source>{bytes} to download</source>
        <translation>需下载 {bytes}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>fits this machine</source>
        <translation>适合这台电脑</translation>
    </message>
    <message>
        <source>too large for this machine</source>
        <translation>对这台电脑太大</translation>
    </message>
    <message>
        <source>does not train</source>
        <translation>不能训练</translation>
    </message>
    <message>
        <source>No. {trouble} {hint}</source>
        <translation>不能。{trouble} {hint}</translation>
    </message>
    <message>
        <source>Not now: needs {need} of {free} free for training. Close other programs, or take a smaller model.</source>
        <translation>现在不行：需要 {need}，训练可用 {free}。请关闭其他程序，或换一个更小的模型。</translation>
    </message>
    <message>
        <source>Yes, but tightly: needs {need} of {free} free for training.</source>
        <translation>可以，但很紧：需要 {need}，训练可用 {free}。</translation>
    </message>
    <message>
        <source>small, for a first try</source>
        <translation>较小，适合初次尝试</translation>
    </message>
    <message>
        <source>Yes, needs {need} of {free} free for training.</source>
        <translation>可以，需要 {need}，训练可用 {free}。</translation>
    </message>
    <message>
        <source>Yes, made smaller: as {smaller} it {short} of {budget} free for training.</source>
        <translation>缩小后可以：作为 {smaller} {short}；训练可用 {budget}。</translation>
    </message>
    <message>
        <source>as {smaller} {short}</source>
        <translation>作为 {smaller} {short}</translation>
    </message>
    <message>
        <source>needs about {need}</source>
        <translation>约需 {need}</translation>
    </message>
    <message>
        <source>, tight</source>
        <translation>，勉强够</translation>
    </message>
    <message>
        <source>, too large now</source>
        <translation>，现在太大</translation>
    </message>
    <message>
        <source>used by 1 run</source>
        <translation>被 1 个训练使用</translation>
    </message>
    <message>
        <source>used by {n_runs} runs</source>
        <translation>被 {n_runs} 个训练使用</translation>
    </message>
    <message>
        <source> and others</source>
        <translation> 及其他</translation>
    </message>
    <message>
        <source>not named. Ask its publisher before you share what you train from it</source>
        <translation>未注明。分享用它训练出的成果之前，请先问发布者</translation>
    </message>
    <message>
        <source>{name} ({bytes}) is in the bin.</source>
        <translation>{name}（{bytes}）已移到回收站。</translation>
    </message>
    <message>
        <source>Without it, {shown} cannot be continued, exported or used in Chat.</source>
        <translation>没有它，{shown} 既不能继续训练，也不能导出或对话。</translation>
    </message>
    <message>
        <source>{weights}, {parameters} parameters</source>
        <translation>{weights}，{parameters} 参数</translation>
    </message>
    <message>
        <source>GGUF file</source>
        <translation>GGUF 文件</translation>
    </message>
    <message>
        <source>safetensors folder</source>
        <translation>safetensors 文件夹</translation>
    </message>
    <message>
        <source>{context} tokens, about {words} words</source>
        <translation>{context} 词元，约 {words} 词</translation>
    </message>
    <message>
        <source>Yes: it knows whose turn it is</source>
        <translation>有：它知道轮到谁说话</translation>
    </message>
    <message>
        <source>No: it continues text</source>
        <translation>没有：它续写文本</translation>
    </message>
    <message>
        <source>, so it can learn from conversations</source>
        <translation>，所以可以从对话中学习</translation>
    </message>
    <message>
        <source>, so train it on plain text</source>
        <translation>，所以请用纯文本训练</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Best here</source>
        <translation>此处最佳</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>too large for this computer now</source>
        <translation>目前对这台电脑来说太大</translation>
    </message>
    <message>
        <source>fits this computer, but tightly</source>
        <translation>勉强适合这台电脑</translation>
    </message>
    <message>
        <source>good choice for this computer</source>
        <translation>很适合这台电脑</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>聊天模板</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>还没有训练</translation>
    </message>
    <message>
        <source>free for any use</source>
        <translation>可任意使用</translation>
    </message>
    <message>
        <source>{licence}, which {licence_note}</source>
        <translation>{licence}，{licence_note}</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>需授权</translation>
    </message>
    <message>
        <source>{downloads} downloads</source>
        <translation>{downloads} 次下载</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>This version of Luthier does not train its architecture ({which}).</source>
        <translation>这个版本的 Luthier 不训练它的架构（{which}）。</translation>
    </message>
    <message>
        <source>Training needs about {need}: too much for this machine.</source>
        <translation>训练大约需要 {need}：对这台机器太多。</translation>
    </message>
    <message>
        <source>Trains here: training its smallest form needs about {need}.</source>
        <translation>可在这里训练：最小的形式大约需要 {need}。</translation>
    </message>
    <message>
        <source>{name} · {bytes} · training: {takes}</source>
        <translation>{name} · {bytes} · 训练：{takes}</translation>
    </message>
    <message>
        <source>Progress of {title}</source>
        <translation>{title} 的进度</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Progress of {name}</source>
        <translation>{name} 的进度</translation>
    </message>
    <message>
        <source>connection lost, trying again</source>
        <translation>连接断开，正在重试</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>检查中</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Not finished · {done} of {total}</source>
        <translation>未完成 · {total} 中的 {done}</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Stopped. The part that was downloaded is kept.</source>
        <translation>已停止。已到的保留。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} / {total}</translation>
    </message>
    <message>
        <source>Done: {size} in {seconds}, checksums right.</source>
        <translation>完成：{size}，用时 {seconds}，校验和正确。</translation>
    </message>
    <message>
        <source>Done in {seconds}: {before} before, {after} now. {notes}</source>
        <translation>{seconds} 完成：之前 {before}，现在 {after}。{notes}</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>完成。</translation>
    </message>
    <message>
        <source>Downloads and conversions</source>
        <translation>下载和转换</translation>
    </message>
    <message>
        <source>To lose little in so small a file, the model first reads some text, which takes a while. Choose text like what you will use it for.</source>
        <translation>为了让这么小的文件少受损失，模型会先读一些文本，这需要一些时间。请选择与你的用途相近的文本。</translation>
    </message>
    <message>
        <source>Types of weights</source>
        <translation>权重类型</translation>
    </message>
    <message>
        <source>Sho&amp;w all types</source>
        <translation>显示所有类型</translation>
    </message>
    <message>
        <source>Ma&amp;ke this file</source>
        <translation>生成这个文件</translation>
    </message>
    <message>
        <source>Text to lear&amp;n from</source>
        <translation>用来学习的文本</translation>
    </message>
    <message>
        <source>Text and rows (*.txt *.md *.jsonl *.json);;All files (*)</source>
        <translation>文本和行 (*.txt *.md *.jsonl *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>A text or JSONL file</source>
        <translation>文本或 JSONL 文件</translation>
    </message>
    <message>
        <source>Convert and make it smaller</source>
        <translation>转换并缩小</translation>
    </message>
    <message>
        <source>Make it smaller</source>
        <translation>缩小它</translation>
    </message>
    <message>
        <source>&lt;b&gt;{what}.&lt;/b&gt; Takes less memory; very small files answer worse. The original stays.</source>
        <translation>&lt;b&gt;{what}。&lt;/b&gt;占用的内存更少；很小的文件回答会变差。原来的保持不变。</translation>
    </message>
    <message>
        <source>Use the file as it is.</source>
        <translation>照原样使用这个文件。</translation>
    </message>
    <message>
        <source>{quantization} · as it is, {bytes}</source>
        <translation>{quantization} · 原样，{bytes}</translation>
    </message>
    <message>
        <source>too large now</source>
        <translation>现在太大</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>勉强够</translation>
    </message>
    <message>
        <source>{name} · about {weights}, training needs about {need}: {word}</source>
        <translation>{name} · 大约 {weights}，训练大约需要 {need}：{word}</translation>
    </message>
    <message>
        <source>Grap&amp;hs</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Answers over ti&amp;me</source>
        <translation>各时刻的回答</translation>
    </message>
    <message>
        <source>Settin&amp;gs</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>&amp;What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Views of the run</source>
        <translation>看训练的什么</translation>
    </message>
    <message>
        <source>step {value}</source>
        <translation>第 {value} 步</translation>
    </message>
    <message>
        <source>after {value}</source>
        <translation>{value} 之后</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>好</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>&amp;Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>前往</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>停止并保留</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>This run&apos;s records are being read.</source>
        <translation>正在读取这次训练的记录。</translation>
    </message>
    <message>
        <source>Go to {title}</source>
        <translation>前往{title}</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Keep &amp;waiting</source>
        <translation>继续等待</translation>
    </message>
    <message>
        <source>Restart from the &amp;last checkpoint</source>
        <translation>从最后的检查点重新开始</translation>
    </message>
    <message>
        <source>Is it better?</source>
        <translation>变好了吗？</translation>
    </message>
    <message>
        <source>Rows that were &amp;kept for testing</source>
        <translation>留出用来测试的行</translation>
    </message>
    <message>
        <source>Some of the rows that it was &amp;trained on</source>
        <translation>它训练过的部分数据</translation>
    </message>
    <message>
        <source>Questions from a fi&amp;le</source>
        <translation>来自文件的问题(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;File with questions and answers</source>
        <translation>包含问题和答案的文件(&amp;F)</translation>
    </message>
    <message>
        <source>In the form of training data</source>
        <translation>格式与训练数据相同</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>与之比较</translation>
    </message>
    <message>
        <source>When an answer is right</source>
        <translation>何时算答对</translation>
    </message>
    <message>
        <source>Text to look for</source>
        <translation>要查找的文字</translation>
    </message>
    <message>
        <source>Talk to &amp;it</source>
        <translation>与它聊天</translation>
    </message>
    <message>
        <source>Ask &amp;both</source>
        <translation>向两者提问(&amp;B)</translation>
    </message>
    <message>
        <source>the model before training</source>
        <translation>训练前的模型</translation>
    </message>
    <message>
        <source>What to ask</source>
        <translation>问什么</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Is it better? {title}</source>
        <translation>变好了吗？{title}</translation>
    </message>
    <message>
        <source>The answers are ready.</source>
        <translation>答案已就绪。</translation>
    </message>
    <message>
        <source>The answers of {run} are ready.</source>
        <translation>{run} 的回答已就绪。</translation>
    </message>
    <message>
        <source>&amp;Show them</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>The last time: {verdict}</source>
        <translation>上一次：{verdict}</translation>
    </message>
    <message>
        <source>The models could not be asked</source>
        <translation>无法向模型提问</translation>
    </message>
    <message>
        <source>Choose the file with the questions.</source>
        <translation>请选择包含问题的文件。</translation>
    </message>
    <message>
        <source>Say which text to look for.</source>
        <translation>请填写要查找的文字。</translation>
    </message>
    <message>
        <source>The choice could not be kept</source>
        <translation>无法保存这次选择</translation>
    </message>
    <message>
        <source>What is asked</source>
        <translation>提问内容</translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation>与之比较(&amp;W)</translation>
    </message>
    <message>
        <source>When an answer is &amp;right</source>
        <translation>何时算答对(&amp;R)</translation>
    </message>
    <message>
        <source>Res&amp;ume training</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>New &amp;training</source>
        <translation>新的训练</translation>
    </message>
    <message>
        <source>&amp;Stop and keep</source>
        <translation>停止并保留</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save chec&amp;kpoint</source>
        <translation>保存检查点</translation>
    </message>
    <message>
        <source>Keeps what it has learnt so far, to go back to or to talk to.</source>
        <translation>保留到目前为止学到的内容，以便返回或与之对话。</translation>
    </message>
    <message>
        <source>Ask &amp;it now</source>
        <translation>现在提问</translation>
    </message>
    <message>
        <source>A new training that begins with what this one has learnt.</source>
        <translation>新的训练，从这次学到的内容开始。</translation>
    </message>
    <message>
        <source>Again, with &amp;other settings</source>
        <translation>换设置再来一次</translation>
    </message>
    <message>
        <source>A new training that begins where this one began.</source>
        <translation>新的训练，从这次开始的地方开始。</translation>
    </message>
    <message>
        <source>The model answers its questions now, as far as it has learnt.</source>
        <translation>模型用目前学到的内容立即回答它的问题。</translation>
    </message>
    <message>
        <source>Carr&amp;y on here</source>
        <translation>在这里继续</translation>
    </message>
    <message>
        <source>Ends the training there, and goes on from its newest checkpoint on this computer.</source>
        <translation>结束那里的训练，并从它最新的检查点在这台电脑上继续。</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Is it bette&amp;r?</source>
        <translation>变好了吗？(&amp;R)</translation>
    </message>
    <message>
        <source>Asks the same questions of the model before and after the training.</source>
        <translation>向训练前和训练后的模型提出相同的问题。</translation>
    </message>
    <message>
        <source>Train mor&amp;e</source>
        <translation>继续训练(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>详情(&amp;D)</translation>
    </message>
    <message>
        <source>The training is about to end.</source>
        <translation>训练即将结束。</translation>
    </message>
    <message>
        <source>&amp;Back to the settings</source>
        <translation>回到设置</translation>
    </message>
    <message>
        <source>Show the r&amp;unning one</source>
        <translation>显示正在运行的</translation>
    </message>
    <message>
        <source>{title} is being trained.</source>
        <translation>{title} 正在训练。</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>The wheel zooms, dragging moves; this button shows everything again.</source>
        <translation>滚轮缩放，拖动移动；这个显示全部。</translation>
    </message>
    <message>
        <source>What the model is to answer now</source>
        <translation>模型现在要回答什么</translation>
    </message>
    <message>
        <source>Ask it something, or begin a text…</source>
        <translation>问它点什么，或写个开头…</translation>
    </message>
    <message>
        <source>&amp;Answer now</source>
        <translation>立即回答</translation>
    </message>
    <message>
        <source>It is answered after the current step.</source>
        <translation>正在进行的这一步之后回答。</translation>
    </message>
    <message>
        <source>Before and now</source>
        <translation>之前与现在</translation>
    </message>
    <message>
        <source>Answers to: {prompt}</source>
        <translation>对“{prompt}”的回答</translation>
    </message>
    <message>
        <source>(It says nothing.)</source>
        <translation>（它什么也没说。）</translation>
    </message>
    <message>
        <source>Sa&amp;ve graphs</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>As a &amp;picture (PNG)…</source>
        <translation>存为图片（PNG）…</translation>
    </message>
    <message>
        <source>As a &amp;table (CSV)…</source>
        <translation>存为表格（CSV）…</translation>
    </message>
    <message>
        <source>Save the graphs as a picture</source>
        <translation>把曲线保存为图片</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Save the numbers as a table</source>
        <translation>把数字保存为表格</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>It could not be saved</source>
        <translation>无法保存</translation>
    </message>
    <message>
        <source>{why}. Choose another folder.</source>
        <translation>{why}。请另选文件夹。</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>分享</translation>
    </message>
    <message>
        <source>A picture of one answer before and after, to show to others.</source>
        <translation>一张回答前后对比的图片，可以给别人看。</translation>
    </message>
    <message>
        <source>{model} · {minutes} on {computer} · Luthier</source>
        <translation>{model} · {computer} 上用时 {minutes} · Luthier</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>{name} is in the folder {folder}.</source>
        <translation>{name} 在文件夹 {folder} 里。</translation>
    </message>
    <message>
        <source>{parent} does not take the picture</source>
        <translation>{parent} 放不下图片</translation>
    </message>
    <message>
        <source>only rows that have some</source>
        <translation>只用有思考的行</translation>
    </message>
    <message>
        <source>left out, and learnt not to think</source>
        <translation>去掉，并学会不思考</translation>
    </message>
    <message>
        <source>Held-out data</source>
        <translation>留出的数据</translation>
    </message>
    <message>
        <source>Goes on from</source>
        <translation>从这里继续</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>{max_steps} steps</source>
        <translation>{max_steps} 步</translation>
    </message>
    <message>
        <source>{epochs} times all data</source>
        <translation>全部数据 {epochs} 遍</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>{context} tokens</source>
        <translation>{context} 词元</translation>
    </message>
    <message>
        <source>{rank}, strength {alpha}</source>
        <translation>{rank}，强度 {alpha}</translation>
    </message>
    <message>
        <source>Rows a step</source>
        <translation>每步行数</translation>
    </message>
    <message>
        <source>Held out</source>
        <translation>留出</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>every {eval_every} steps</source>
        <translation>每 {eval_every} 步</translation>
    </message>
    <message>
        <source>before and after</source>
        <translation>之前和之后</translation>
    </message>
    <message>
        <source>Evaluated</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>every {save_every} steps</source>
        <translation>每 {save_every} 步</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>在最后</translation>
    </message>
    <message>
        <source>{saved}; the newest {keep_checkpoints} and the best stay</source>
        <translation>{saved}；保留最新的 {keep_checkpoints} 个和最好的</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样例</translation>
    </message>
    <message>
        <source>Adapted parts</source>
        <translation>适配的部分</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>the last answer only</source>
        <translation>只要最后的回答</translation>
    </message>
    <message>
        <source>every turn</source>
        <translation>每一轮</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Besides</source>
        <translation>此外</translation>
    </message>
    <message>
        <source>falling in a line</source>
        <translation>按直线下降</translation>
    </message>
    <message>
        <source>falling in a curve</source>
        <translation>按曲线下降</translation>
    </message>
    <message>
        <source>held</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>What it was asked to do</source>
        <translation>要求它做的事</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Nothing is training yet.

Start one on the Train page, or open an earlier one on the Runs page; its graphs appear here.</source>
        <translation>还没有训练。

在“训练”页开始一个，或在“历史”页打开以前的；图表会显示在这里。</translation>
    </message>
    <message>
        <source>Here you can read how the model&apos;s answers change while it learns.

Ask it something above: it answers as it did before, and as it does now. Prompts that are written down on the Train page are answered by themselves at each evaluation.</source>
        <translation>这里可以看到模型学习时回答怎样变化。

在上面问它点什么：它会像以前那样、再像现在这样回答。“训练”页上写下的提示在每次评估时自动回答。</translation>
    </message>
    <message>
        <source>Here you will read what the model answers: before the training, and now. If your data has no questions, ask something under Details, Answers over time.</source>
        <translation>你会在这里读到模型的回答：训练前的和现在的。如果你的数据里没有问题，请在“详情”的“各时刻的回答”里提问。</translation>
    </message>
    <message>
        <source>One of the questions that it learns from.</source>
        <translation>它所学习的问题之一。</translation>
    </message>
    <message>
        <source>Reading the run&apos;s records…</source>
        <translation>正在读取记录…</translation>
    </message>
    <message>
        <source>Pausing after this step…</source>
        <translation>这一步之后暂停…</translation>
    </message>
    <message>
        <source>Stopping after this step…</source>
        <translation>这一步之后停止…</translation>
    </message>
    <message>
        <source>Paused, {waits_for}</source>
        <translation>已暂停，{waits_for}</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source> in another program</source>
        <translation> 在别的程序里</translation>
    </message>
    <message>
        <source> on {computer}</source>
        <translation> 在 {computer} 上</translation>
    </message>
    <message>
        <source>Training{where}: step {step}</source>
        <translation>训练{where}：第 {step} 步</translation>
    </message>
    <message>
        <source>Training{where}</source>
        <translation>训练中{where}</translation>
    </message>
    <message>
        <source>Training{where}: the first step…</source>
        <translation>训练中{where}：第一步…</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在开始</translation>
    </message>
    <message>
        <source> · {seconds_left} left</source>
        <translation> · 还剩 {seconds_left}</translation>
    </message>
    <message>
        <source>The training has stopped. Resume it to ask here, or talk to it.</source>
        <translation>训练已停止。继续训练后可在这里提问，也可以直接与模型对话。</translation>
    </message>
    <message>
        <source>The training has ended.</source>
        <translation>训练已结束。</translation>
    </message>
    <message>
        <source>Training is finished: talk to it.</source>
        <translation>训练已完成：可以与模型对话。</translation>
    </message>
    <message>
        <source>Another program trains it.</source>
        <translation>另一个程序在训练它。</translation>
    </message>
    <message>
        <source>You can ask it as soon as the training has begun.</source>
        <translation>训练一开始就可以问它。</translation>
    </message>
    <message>
        <source>Before training</source>
        <translation>训练前</translation>
    </message>
    <message>
        <source>After {steps}</source>
        <translation>{steps}后</translation>
    </message>
    <message numerus="yes">
        <source>{n} steps</source>
        <comment>{n} step</comment>
        <translation>
            <numerusform>{n} 步</numerusform>
        </translation>
    </message>
    <message>
        <source>After training</source>
        <translation>训练后</translation>
    </message>
    <message>
        <source>The training process has gone silent</source>
        <translation>训练进程没有消息了</translation>
    </message>
    <message>
        <source>It has been silent for {silence}: something outside Luthier stopped it, or it is stuck.</source>
        <translation>它已经 {silence} 没有消息：被外部停住，或卡住了。</translation>
    </message>
    <message>
        <source>This step takes far longer than those before it</source>
        <translation>这一步比之前的慢得多</translation>
    </message>
    <message>
        <source>The training process is there, but has made no progress for {silence}: it may be stuck.</source>
        <translation>训练进程还在，但已 {silence} 没有进展：可能卡住了。</translation>
    </message>
    <message>
        <source>No checkpoint has been saved yet: to begin anew, cancel it and start it again.</source>
        <translation>还没有保存检查点：想重新开始，请取消后再开始。</translation>
    </message>
    <message>
        <source>If you restart it, everything up to the checkpoint of step {step} is kept.</source>
        <translation>重新开始不会丢失第 {step} 步检查点之前的任何内容。</translation>
    </message>
    <message>
        <source>{what} Luthier does not end it by itself. {kept}</source>
        <translation>{what} 它不会自动结束。{kept}</translation>
    </message>
    <message>
        <source>graphics card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>each step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>被拒的</translation>
    </message>
    <message>
        <source>used by training</source>
        <translation>训练所用</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Memory, GB</source>
        <translation>内存，GB</translation>
    </message>
    <message>
        <source>Memory: the training process uses {rss}, at most {peak} so far{card}.</source>
        <translation>内存：训练进程使用 {rss}，目前最多 {peak}{card}。</translation>
    </message>
    <message>
        <source>The system has {available} free.</source>
        <translation>系统有 {available} 空闲。</translation>
    </message>
    <message>
        <source>Learning rate {rate} at the last step.</source>
        <translation>最后一步的学习率为 {rate}。</translation>
    </message>
    <message>
        <source>Gradient norm {norm} at the last step.</source>
        <translation>最后一步的梯度范数为 {norm}。</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>平滑后</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>How far off it still is (loss), lower is better</source>
        <translation>还差多远（损失），越低越好</translation>
    </message>
    <message>
        <source>Size of the steps</source>
        <translation>每步的大小</translation>
    </message>
    <message>
        <source>Memory that is free, GB</source>
        <translation>空闲内存，GB</translation>
    </message>
    <message>
        <source>Loss over {steps} steps: {first} at first, {loss} now, {smoothed} smoothed, {evaluated} at the last of {evaluations} evaluations.</source>
        <translation>{steps} 步的损失：最初 {first}，现在 {loss}，平滑后 {smoothed}，{evaluations} 次评估中的最后一次 {evaluated}。</translation>
    </message>
    <message>
        <source>What it knew before: up to {low} kept, from {high} on much changed</source>
        <translation>以前会的：{low} 以内保留，{high} 以上变化很大</translation>
    </message>
    <message>
        <source>How likely the answers are, in nats</source>
        <translation>答案的可能性（奈特）</translation>
    </message>
    <message>
        <source>Speed: {now} tokens per second now, {mean} on average.</source>
        <translation>速度：现在每秒 {now} 个词元，平均 {mean}。</translation>
    </message>
    <message>
        <source>; {on_card} of the graphics card&apos;s are taken</source>
        <translation>；占用显卡的 {on_card}</translation>
    </message>
    <message>
        <source>{name} is still in the bin: put it back from there.</source>
        <translation>{name} 仍在回收站中：请从那里还原。</translation>
    </message>
    <message>
        <source>{name} could not be deleted: {why}.</source>
        <translation>{name} 无法删除：{why}。</translation>
    </message>
    <message>
        <source>{folder} is there already</source>
        <translation>{folder} 已经存在</translation>
    </message>
    <message>
        <source>{name} could not be put back: {why}.</source>
        <translation>{name} 无法放回：{why}。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Tokens read, thousands</source>
        <translation>已读词元，千</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>Loss of {runs} runs by {title}. In the end {names}.</source>
        <translation>{runs} 次训练按{title}的损失。最后 {names}。</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>To&amp;kens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Ti&amp;me</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>&amp;Back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <source>Horizontal axis of the losses</source>
        <translation>损失按什么来画</translation>
    </message>
    <message>
        <source>Save the &amp;picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Save the &amp;numbers…</source>
        <translation>保存数字…</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>有什么不同</translation>
    </message>
    <message>
        <source>What they write</source>
        <translation>它们写了什么</translation>
    </message>
    <message>
        <source>Model, data and all settings are the same.</source>
        <translation>模型、数据和所有设置都相同。</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>{path} could not be written. Choose another folder.</source>
        <translation>{path} 无法写入。请选择你自己的文件夹。</translation>
    </message>
    <message>
        <source>Save the numbers</source>
        <translation>保存数字</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Show the lar&amp;gest</source>
        <translation>显示最大的</translation>
    </message>
    <message>
        <source>Delete the&amp;m…</source>
        <translation>删除它们…</translation>
    </message>
    <message>
        <source>Exports</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Show the e&amp;xports</source>
        <translation>显示导出内容</translation>
    </message>
    <message>
        <source>{free} free on this disk</source>
        <translation>这个磁盘剩余 {free}</translation>
    </message>
    <message>
        <source>Graphs, checkpoints and what was learnt</source>
        <translation>图表、检查点和所学内容</translation>
    </message>
    <message>
        <source>Spare checkpoints</source>
        <translation>多余的检查点</translation>
    </message>
    <message>
        <source>All but the newest and the best of each run</source>
        <translation>每次训练中除最新的和最好的以外的全部检查点</translation>
    </message>
    <message>
        <source>Downloaded and converted</source>
        <translation>已下载和已转换的</translation>
    </message>
    <message>
        <source>Show the m&amp;odels</source>
        <translation>显示模型</translation>
    </message>
    <message>
        <source>Files for other programs</source>
        <translation>给其他程序的文件</translation>
    </message>
    <message>
        <source>Temporary files</source>
        <translation>临时文件</translation>
    </message>
    <message>
        <source>Made again when they are needed, in seconds to minutes</source>
        <translation>需要时会重新生成，只要几秒到几分钟</translation>
    </message>
    <message>
        <source>Cl&amp;ear them</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>A running training needs them.</source>
        <translation>正在进行的训练需要它们。</translation>
    </message>
    <message>
        <source>What Luthier keeps</source>
        <translation>Luthier 保存的内容</translation>
    </message>
    <message>
        <source>&amp;Put back</source>
        <translation>放回</translation>
    </message>
    <message>
        <source>Nothing was exported into Luthier&apos;s own folder yet.</source>
        <translation>还没有任何东西导出到 Luthier 自己的文件夹。</translation>
    </message>
    <message>
        <source>{name} is in the bin.</source>
        <translation>{name} 在回收站里。</translation>
    </message>
    <message>
        <source>It stays.</source>
        <translation>它会留下。</translation>
    </message>
    <message>
        <source>It is back.</source>
        <translation>它回来了。</translation>
    </message>
    <message>
        <source>folder for Ollama</source>
        <translation>给 Ollama 的文件夹</translation>
    </message>
    <message>
        <source>folder for Python</source>
        <translation>给 Python 的文件夹</translation>
    </message>
    <message>
        <source>folder for a bigger machine</source>
        <translation>给更大机器的文件夹</translation>
    </message>
    <message>
        <source>whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>{trouble}
Damaged lines in what it recorded: {damaged_lines}.</source>
        <translation>{trouble}
记录中损坏的行：{damaged_lines}。</translation>
    </message>
    <message>
        <source>Name, tags and notes</source>
        <translation>名称、标签和备注</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>style, first try</source>
        <translation>风格，第一次尝试</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>&amp;Train more, with other data…</source>
        <translation>用其他数据继续训练…</translation>
    </message>
    <message>
        <source>A&amp;gain, with other settings…</source>
        <translation>换设置再来一次…</translation>
    </message>
    <message>
        <source>&amp;Go back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>&amp;Tags, with commas between</source>
        <translation>标签，用逗号分隔</translation>
    </message>
    <message>
        <source>N&amp;otes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>The run&apos;s folder keeps its name.</source>
        <translation>训练的文件夹保留原名。</translation>
    </message>
    <message>
        <source>&amp;List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>D&amp;isk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>&amp;Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>The runs cannot be read</source>
        <translation>训练无法读取</translation>
    </message>
    <message>
        <source>This could not be saved</source>
        <translation>这个没能保存</translation>
    </message>
    <message>
        <source>{name} is in the folder {parent}.</source>
        <translation>{name} 在文件夹 {parent} 里。</translation>
    </message>
    <message>
        <source>They cannot be compared</source>
        <translation>它们无法比较</translation>
    </message>
    <message>
        <source>A run cannot be read</source>
        <translation>有一次训练无法读取</translation>
    </message>
    <message>
        <source>Choose a run folder</source>
        <translation>选择训练文件夹</translation>
    </message>
    <message>
        <source>Nothing waits.</source>
        <translation>没有等待的。</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs wait</source>
        <comment>1 run waits</comment>
        <translation>
            <numerusform>{n} 个训练在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>{who} from last time. Continue with them?</source>
        <translation>上次留下{who}。要继续吗？</translation>
    </message>
    <message>
        <source>{who}. The queue is paused{after}.</source>
        <translation>{who}。队列已暂停{after}。</translation>
    </message>
    <message>
        <source>The queue is empty.

While a run is training, you can add more on the Train page. They train one after the other; one that fails does not stop the others.</source>
        <translation>队列是空的。

训练进行时，你可以在“训练”页面添加更多。它们会一个接一个地训练；一个失败不会让其他的停下。</translation>
    </message>
    <message>
        <source>{who}. Each starts when the one before it ends.</source>
        <translation>{who}。前一个结束后，下一个就开始。</translation>
    </message>
    <message>
        <source>{who} until a training in another window or a terminal ends.</source>
        <translation>{who}，直到另一个窗口或终端里的训练结束。</translation>
    </message>
    <message>
        <source>{who}. You stopped a run, so the next does not start by itself.</source>
        <translation>{who}。你停止了一次训练，所以下一个不会自动开始。</translation>
    </message>
    <message>
        <source>, and stays so when this run ends</source>
        <translation>，这次训练结束后也保持暂停</translation>
    </message>
    <message>
        <source>{who}. Start the queue to train them.</source>
        <translation>{who}。开始队列就会训练它们。</translation>
    </message>
    <message>
        <source>&amp;Start the queue</source>
        <translation>开始队列</translation>
    </message>
    <message>
        <source>&amp;Go on with the queue</source>
        <translation>继续队列</translation>
    </message>
    <message>
        <source>&amp;Queue ({n})</source>
        <translation>队列（{n}）</translation>
    </message>
    <message>
        <source>Continues where it stopped</source>
        <translation>从停下的地方继续</translation>
    </message>
    <message>
        <source>{epochs:g} epochs</source>
        <translation>{epochs:g} 轮</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>秩 {rank}</translation>
    </message>
    <message>
        <source>rate {learning_rate}</source>
        <translation>学习率 {learning_rate}</translation>
    </message>
    <message numerus="yes">
        <source>Other computers train {n} runs of the queue.</source>
        <comment>Another computer trains a run of the queue.</comment>
        <translation>
            <numerusform>其他电脑正在进行队列中的 {n} 次训练。</numerusform>
        </translation>
    </message>
    <message>
        <source>They finish the step and stop; what was learnt is kept, and the queue can continue it another time.</source>
        <translation>它们会完成当前一步后停止；已学到的内容会保留，队列可以下次再继续。</translation>
    </message>
    <message>
        <source>&amp;Stop and close</source>
        <translation>停止并关闭</translation>
    </message>
    <message>
        <source>step {step} / {steps} · {seconds_left} left</source>
        <translation>第 {step} / {steps} 步 · 还剩 {seconds_left}</translation>
    </message>
    <message>
        <source>On {machine} · {done}</source>
        <translation>在 {machine} 上 · {done}</translation>
    </message>
    <message>
        <source>Ot&amp;her computers help with the queue</source>
        <translation>其他电脑帮忙训练队列</translation>
    </message>
    <message>
        <source>Runs that wait</source>
        <translation>等待中的训练</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>&amp;Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Train this &amp;now</source>
        <translation>现在训练这个</translation>
    </message>
    <message>
        <source>Tr&amp;y again</source>
        <translation>再试一次</translation>
    </message>
    <message>
        <source>Loo&amp;k at it</source>
        <translation>看看</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>&amp;Begin with a model</source>
        <translation>从模型开始</translation>
    </message>
    <message>
        <source>&amp;Pause the queue</source>
        <translation>暂停队列</translation>
    </message>
    <message>
        <source>Training now</source>
        <translation>正在训练</translation>
    </message>
    <message>
        <source>Progress of the run that is trained</source>
        <translation>正在进行的训练的进度</translation>
    </message>
    <message>
        <source>L&amp;ook at it now</source>
        <translation>现在看看</translation>
    </message>
    <message>
        <source>, {eval_first} before training</source>
        <translation>，训练前 {eval_first}</translation>
    </message>
    <message>
        <source>On text it had not seen: {eval_last} at last{before}</source>
        <translation>在没见过的文本上：最后 {eval_last}{before}</translation>
    </message>
    <message>
        <source>Best: {eval_best} after {eval_best_step} steps</source>
        <translation>最好：{eval_best}，在 {eval_best_step} 步之后</translation>
    </message>
    <message>
        <source>Of the last step: {loss}</source>
        <translation>最后一步：{loss}</translation>
    </message>
    <message>
        <source>No loss yet</source>
        <translation>还没有损失</translation>
    </message>
    <message>
        <source>{tok_s} tokens a second</source>
        <translation>每秒 {tok_s} 个词元</translation>
    </message>
    <message>
        <source>{pace}
Computed by: {device}</source>
        <translation>{pace}
计算设备：{device}</translation>
    </message>
    <message>
        <source>Loss curve</source>
        <translation>损失曲线</translation>
    </message>
    <message>
        <source>Loss: last / best</source>
        <translation>损失：最后 / 最好</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Tokens seen</source>
        <translation>已读词元</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>■ Stopped, kept</source>
        <translation>■ 已停止，已保留</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>在磁盘上</translation>
    </message>
    <message>
        <source>A run that is training cannot be deleted</source>
        <translation>正在进行的训练不能移走</translation>
    </message>
    <message>
        <source>Nothing can go</source>
        <translation>没有可移走的</translation>
    </message>
    <message>
        <source>Some of it could not be done</source>
        <translation>没能全部完成</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>筛选训练</translation>
    </message>
    <message>
        <source>&amp;Show all runs</source>
        <translation>显示全部训练</translation>
    </message>
    <message>
        <source>&amp;Resume from where it stopped</source>
        <translation>从停下的地方继续</translation>
    </message>
    <message>
        <source>Resume &amp;later, in the queue</source>
        <translation>稍后继续，放入队列</translation>
    </message>
    <message>
        <source>&amp;Chat with it</source>
        <translation>和它聊天</translation>
    </message>
    <message>
        <source>Is it &amp;better?…</source>
        <translation>变好了吗？…(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Show its s&amp;weep</source>
        <translation>显示其对比训练</translation>
    </message>
    <message>
        <source>&amp;Name, tags and notes…</source>
        <translation>名称、标签和备注…</translation>
    </message>
    <message>
        <source>Delete &amp;spare checkpoints…</source>
        <translation>删除多余的检查点…</translation>
    </message>
    <message>
        <source>Move to the b&amp;in</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Open a run from &amp;another folder…</source>
        <translation>从其他文件夹打开训练…</translation>
    </message>
    <message>
        <source>Columns of the list…</source>
        <translation>列表的列…</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>尚未开始</translation>
    </message>
    <message>
        <source>▶ Training</source>
        <translation>▶ 训练中</translation>
    </message>
    <message>
        <source>✓ Finished</source>
        <translation>✓ 已完成</translation>
    </message>
    <message>
        <source>✕ Cancelled</source>
        <translation>✕ 已取消</translation>
    </message>
    <message>
        <source>⚠ Error</source>
        <translation>⚠ 错误</translation>
    </message>
    <message>
        <source>⚠ Interrupted</source>
        <translation>⚠ 已中断</translation>
    </message>
    <message>
        <source>The best: {name}, with {right} of {of} choices right.</source>
        <translation>最好的是：{name}，{of} 个选择中 {right} 个正确。</translation>
    </message>
    <message>
        <source>The best: {name}, with {right} of {of} answers right.</source>
        <translation>最好的是：{name}，{of} 个答案中 {right} 个正确。</translation>
    </message>
    <message>
        <source>The best: {name}, with a loss of {loss} on unseen text.</source>
        <translation>最好的是：{name}，在未见过的文本上损失为 {loss}。</translation>
    </message>
    <message>
        <source>Ⅱ Paused</source>
        <translation>Ⅱ 已暂停</translation>
    </message>
    <message>
        <source>No run has “{text}” in its name, tags, notes, model, data or state.</source>
        <translation>没有训练在名称、标签、备注、模型、数据或状态中含有“{text}”。</translation>
    </message>
    <message>
        <source>and {chosen} more</source>
        <translation>以及另外 {chosen} 个</translation>
    </message>
    <message numerus="yes">
        <source>{n} runs</source>
        <comment>1 run</comment>
        <translation>
            <numerusform>{n} 次训练</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{names} learn from files in there, and cannot be resumed without them.</source>
        <comment>{names} learns from a file in there, and cannot be resumed without it.</comment>
        <translation>
            <numerusform>{names} 在用其中的文件学习，没有这些文件就无法继续。</numerusform>
        </translation>
    </message>
    <message>
        <source>“{title}” ({taken}) is in the bin.</source>
        <translation>“{title}”（{taken}）已移到回收站。</translation>
    </message>
    <message>
        <source>{runs_word} ({taken}) are in the bin.</source>
        <translation>{runs_word}（{taken}）已移到回收站。</translation>
    </message>
    <message>
        <source>Only the newest and the best checkpoint are left, and these are kept.</source>
        <translation>只剩下最新的和最好的检查点，这些会保留。</translation>
    </message>
    <message>
        <source>{size} freed.</source>
        <translation>已释放 {size}。</translation>
    </message>
    <message>
        <source>Move to the &amp;bin</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>these {chosen} runs</source>
        <translation>这 {chosen} 次训练</translation>
    </message>
    <message>
        <source>There is no bin on this disk</source>
        <translation>这个磁盘没有回收站</translation>
    </message>
    <message>
        <source>{named}

Delete {what} for good? That cannot be undone.</source>
        <translation>{named}

要彻底删除 {what} 吗？无法撤销。</translation>
    </message>
    <message>
        <source>No runs yet.

Every training is kept here, with its graphs and what it learnt.</source>
        <translation>还没有训练。

每次训练都会保存在这里，包括它的图表和所学内容。</translation>
    </message>
    <message>
        <source>&amp;Delete for good</source>
        <translation>彻底删除</translation>
    </message>
    <message>
        <source>{name}, {taken}.

Delete it for good? It can be made again from its run.</source>
        <translation>{name}，{taken}。

要彻底删除吗？可以从它的训练重新生成。</translation>
    </message>
    <message>
        <source>{names}: stop the training first, or wait until it is done. Nothing was deleted.</source>
        <translation>{names}：请先停止训练，或等它完成。什么都没有删除。</translation>
    </message>
    <message>
        <source>Tick two runs or more to compare them.</source>
        <translation>勾选两个或更多运行以进行比较。</translation>
    </message>
    <message>
        <source>{runs}, {size} on disk</source>
        <translation>{runs}，磁盘上 {size}</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} / {total}</translation>
    </message>
    <message>
        <source>Delete {spare} of checkpoints?</source>
        <translation>要删除 {spare} 的检查点吗？</translation>
    </message>
    <message>
        <source>For each run, the newest checkpoint and the best by evaluation stay; the others are deleted for good. You can still resume every run, talk to it and export it.</source>
        <translation>每次训练保留最新的和评估最好的检查点，其余的彻底删除。你仍然可以继续每次训练、和它聊天、导出它。</translation>
    </message>
    <message>
        <source>&amp;Delete them</source>
        <translation>删除它们</translation>
    </message>
    <message>
        <source>About Luthier</source>
        <translation>关于 Luthier</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Its licence</source>
        <translation>它的许可证</translation>
    </message>
    <message>
        <source>Copy versions and licences</source>
        <translation>复制版本和许可证</translation>
    </message>
    <message>
        <source>What is new</source>
        <translation>新变化</translation>
    </message>
    <message>
        <source>Luthier {version__}, licence Apache 2.0</source>
        <translation>Luthier {version__}，许可证 Apache 2.0</translation>
    </message>
    <message>
        <source>This installation has no list of changes.</source>
        <translation>这个安装没有更新列表。</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>All {cores} cores</source>
        <translation>全部 {cores} 个核心</translation>
    </message>
    <message>
        <source>The one core</source>
        <translation>唯一的核心</translation>
    </message>
    <message>
        <source>{number} of {cores}</source>
        <translation>{cores} 中的 {number}</translation>
    </message>
    <message>
        <source>{number}, more than cores</source>
        <translation>{number}，比核心多</translation>
    </message>
    <message>
        <source>&amp;Keep this computer usable while it trains</source>
        <translation>保持电脑可用</translation>
    </message>
    <message>
        <source>{processor}, {cores} cores</source>
        <translation>{processor}，{cores} 个核心</translation>
    </message>
    <message>
        <source>{threads}, more than cores</source>
        <translation>{threads}，比核心多</translation>
    </message>
    <message>
        <source>While it trains</source>
        <translation>训练期间</translation>
    </message>
    <message>
        <source>Keep the computer a&amp;wake</source>
        <translation>让电脑保持唤醒</translation>
    </message>
    <message>
        <source>Pause on &amp;battery</source>
        <translation>用电池时暂停</translation>
    </message>
    <message>
        <source>&amp;Pause when it gets too hot</source>
        <translation>太热时暂停</translation>
    </message>
    <message>
        <source>Test &amp;again</source>
        <translation>重新测试</translation>
    </message>
    <message>
        <source>Look &amp;again</source>
        <translation>再看一次</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>About graphics cards</source>
        <translation>关于显卡</translation>
    </message>
    <message>
        <source>Compute o&amp;n</source>
        <translation>计算设备</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>{name}: choose another folder</source>
        <translation>{name}：另选文件夹</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>对比训练</translation>
    </message>
    <message>
        <source>Talk to the b&amp;est</source>
        <translation>与最好的对话(&amp;E)</translation>
    </message>
    <message>
        <source>Right answers</source>
        <translation>正确答案</translation>
    </message>
    <message>
        <source>Loss on unseen text</source>
        <translation>未见文本上的损失</translation>
    </message>
    <message>
        <source>★ Best</source>
        <translation>★ 最佳</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>{right} of {answers}</source>
        <translation>{right}/{answers}</translation>
    </message>
    <message>
        <source>★ Best so far</source>
        <translation>★ 目前最好</translation>
    </message>
    <message>
        <source>{name}: open the folder</source>
        <translation>{name}：打开文件夹</translation>
    </message>
    <message>
        <source>Moving…</source>
        <translation>正在移动…</translation>
    </message>
    <message>
        <source>{taken} · {free} free</source>
        <translation>{taken} · 剩余 {free}</translation>
    </message>
    <message>
        <source>{name}: this folder cannot be used</source>
        <translation>{name}：这个文件夹不能用</translation>
    </message>
    <message>
        <source>&amp;Move them there</source>
        <translation>移到那里</translation>
    </message>
    <message>
        <source>&amp;Leave them there</source>
        <translation>留在那里</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>什么都不变。</translation>
    </message>
    <message>
        <source>Moving: {done}</source>
        <translation>正在移动：{done}</translation>
    </message>
    <message>
        <source>{name}: moved</source>
        <translation>{name}：已移动</translation>
    </message>
    <message>
        <source>{name}: nothing was moved</source>
        <translation>{name}：什么都没移动</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Size of the text</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>100%, as the system</source>
        <translation>100%，跟随系统</translation>
    </message>
    <message>
        <source>Co&amp;lours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Si&amp;ze of the text</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Reduce mo&amp;tion</source>
        <translation>减少动画</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>版本和许可证</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Stay o&amp;ffline</source>
        <translation>保持离线</translation>
    </message>
    <message>
        <source>Address of the h&amp;ub</source>
        <translation>hub 的地址</translation>
    </message>
    <message>
        <source>Prox&amp;y</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>as the system says</source>
        <translation>按系统</translation>
    </message>
    <message>
        <source>Access tok&amp;en</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>Reset e&amp;verything…</source>
        <translation>全部重置…</translation>
    </message>
    <message>
        <source>&amp;Save a report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>The report is saved</source>
        <translation>报告已保存</translation>
    </message>
    <message>
        <source>The report could not be saved</source>
        <translation>报告无法保存</translation>
    </message>
    <message>
        <source>This cannot be kept</source>
        <translation>这个不能保存</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Each card computes a small model, and the result is compared with the processor&apos;s.</source>
        <translation>每块显卡计算一个小模型，再和处理器的结果比较。</translation>
    </message>
    <message>
        <source>It leaves one core free and lets other programs go first, so it takes longer.</source>
        <translation>它会空出一个核心，并让其他程序优先，所以需要更久。</translation>
    </message>
    <message>
        <source>The screen may still turn off.</source>
        <translation>屏幕仍然可以关闭。</translation>
    </message>
    <message>
        <source>It goes on by itself when the charger is back.</source>
        <translation>重新接上电源后会自动继续。</translation>
    </message>
    <message>
        <source>From about 90 °C until it is 15 degrees cooler.</source>
        <translation>从大约 90 °C 起暂停，直到降低 15 度。</translation>
    </message>
    <message>
        <source>No search, download or upload. Ollama on this computer still works.</source>
        <translation>不搜索、不下载、不上传。这台电脑上的 Ollama 仍可使用。</translation>
    </message>
    <message>
        <source>Only for a mirror, such as https://hub.example.org.</source>
        <translation>只在使用镜像时填写，例如 https://hub.example.org。</translation>
    </message>
    <message>
        <source>Without user name and password, such as http://proxy.example.org:3128.</source>
        <translation>不含用户名和密码，例如 http://proxy.example.org:3128。</translation>
    </message>
    <message>
        <source>For uploads, and models that ask for an account. It is kept in the system&apos;s keyring, and in no file.</source>
        <translation>用于上传，以及需要账号的模型。它保存在系统的密钥环里，不写入任何文件。</translation>
    </message>
    <message>
        <source>Luthier could not look for graphics cards, so the processor computes.</source>
        <translation>Luthier 无法查找显卡，所以由处理器计算。</translation>
    </message>
    <message>
        <source>A zip file with versions, facts about this computer, settings, logs, crashes and the messages of the last five trainings: steps, losses, memory, errors. Your data, samples, models and tokens are not in it. It is only saved; nothing is sent.</source>
        <translation>一个 zip 文件，包含版本、这台电脑的信息、设置、日志、崩溃记录和最近五次训练的消息：步、损失、内存、错误。其中没有你的数据、样本、模型和令牌。它只会保存下来，不会发送任何内容。</translation>
    </message>
    <message>
        <source>Another computer of yours can train while you go on working here. It needs Luthier, and SSH switched on: the guide explains both.</source>
        <translation>你可以让自己的另一台电脑训练，同时在这里继续工作。那台电脑要有 Luthier，并打开 SSH：指南里对两者都有说明。</translation>
    </message>
    <message>
        <source>Type your user name there, @, and the computer&apos;s name, such as anna@studio.</source>
        <translation>请输入你在那台电脑上的用户名、@ 和电脑的名称，例如 anna@studio。</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>要重置全部设置吗？</translation>
    </message>
    <message>
        <source>All settings on this page go back to the usual ones. Models, runs, exports and the access token stay where they are, but Luthier looks for them in the usual folders again.</source>
        <translation>这个页面上的全部设置会恢复为常用值。模型、训练、导出内容和访问令牌都留在原处，但 Luthier 会重新在默认文件夹里查找它们。</translation>
    </message>
    <message>
        <source>Downloaded and converted models.</source>
        <translation>已下载和已转换的模型。</translation>
    </message>
    <message>
        <source>Every training, with its graphs and what it has learnt.</source>
        <translation>每次训练，包括它的图表和所学内容。</translation>
    </message>
    <message>
        <source>Is this really {host}?</source>
        <translation>这真的是 {host} 吗？</translation>
    </message>
    <message>
        <source>Its key is {key}. Compare it with what that computer shows for this line:
{line}</source>
        <translation>它的密钥是 {key}。请与那台电脑运行这一行后显示的内容比较：
{line}</translation>
    </message>
    <message>
        <source>&amp;Yes, the same key</source>
        <translation>是，密钥相同(&amp;Y)</translation>
    </message>
    <message>
        <source>{free} of disk free</source>
        <translation>磁盘剩余 {free}</translation>
    </message>
    <message>
        <source>{pace} times as fast as this computer</source>
        <translation>速度是本机的 {pace} 倍</translation>
    </message>
    <message>
        <source>trains {run}</source>
        <translation>正在训练 {run}</translation>
    </message>
    <message>
        <source>ready to train</source>
        <translation>可以训练</translation>
    </message>
    <message>
        <source>{name}: move the files to the new folder as well?</source>
        <translation>{name}：文件也移到新文件夹吗？</translation>
    </message>
    <message>
        <source>{taken} is now in {target}.</source>
        <translation>{taken} 现在在 {target} 里。</translation>
    </message>
    <message numerus="yes">
        <source> {runs} runs now look there.</source>
        <comment> {runs} run now looks there.</comment>
        <translation>
            <numerusform> {runs} 次训练现在改为使用那里的文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Models for other programs.</source>
        <translation>给其他程序的模型。</translation>
    </message>
    <message>
        <source>Safe against a power cut: it is copied and compared before it is deleted here.</source>
        <translation>不怕断电：它在那边完整并核对之后，这里的才会移走。</translation>
    </message>
    <message>
        <source>Runs still find models that stay there, but the Model page may no longer list them.</source>
        <translation>留下的模型仍能被用它们训练的记录找到，但可能不再列出。</translation>
    </message>
    <message>
        <source>Runs that stay are not listed until you choose the old folder again. You can still open each with “Open a run from another folder…” on the Runs page.</source>
        <translation>留在原处的训练不会列出，除非你重新选择旧文件夹。你仍然可以在“历史”页面用“从其他文件夹打开训练…”逐个打开。</translation>
    </message>
    <message>
        <source>Exports that stay can still be used from there.</source>
        <translation>留下的导出仍可从那里使用。</translation>
    </message>
    <message>
        <source>A folder is being moved.</source>
        <translation>正在移动一个文件夹。</translation>
    </message>
    <message>
        <source>Closing now leaves everything where it was.</source>
        <translation>现在关闭，一切都留在原处。</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>正在准备…</translation>
    </message>
    <message>
        <source>Everything in {source} ({taken}) would be in {target}.</source>
        <translation>{source} 里的全部内容（{taken}）将放在 {target}。</translation>
    </message>
    <message>
        <source>{words} The old folder could not be deleted: {left}</source>
        <translation>{words} 旧文件夹无法删除：{left}</translation>
    </message>
    <message>
        <source>What it takes</source>
        <translation>需要多少资源</translation>
    </message>
    <message>
        <source>Before you start</source>
        <translation>开始之前</translation>
    </message>
    <message>
        <source>No {kind} yet</source>
        <translation>尚未选择：{kind}</translation>
    </message>
    <message>
        <source>{kind}: choose another</source>
        <translation>{kind}：另选一个</translation>
    </message>
    <message>
        <source>Choose {kind}</source>
        <translation>选择{kind}</translation>
    </message>
    <message>
        <source>What should it learn?</source>
        <translation>它要学什么？</translation>
    </message>
    <message>
        <source>&amp;Back to the goal</source>
        <translation>回到目标</translation>
    </message>
    <message>
        <source>Choose a mo&amp;del</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Chan&amp;ge</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>The language model to train.</source>
        <translation>要学习的语言模型。</translation>
    </message>
    <message>
        <source>C&amp;hoose data</source>
        <translation>选择数据</translation>
    </message>
    <message>
        <source>C&amp;hange</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>What it learns from: your texts.</source>
        <translation>它要学的内容：你的文字。</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>请另选一个文件。</translation>
    </message>
    <message>
        <source>The model itself, as much of it as every step reads.</source>
        <translation>模型本身，每一步都要读的部分。</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Choose a model and data to see what it takes.</source>
        <translation>选择模型和数据，看看需要多少资源。</translation>
    </message>
    <message>
        <source>Copies of the weights that make it faster. Left out if memory is short.</source>
        <translation>权重的副本，能加快速度。内存不足时不用。</translation>
    </message>
    <message>
        <source>What the layers remember of the text. Grows with the context.</source>
        <translation>各层记住的文本内容。随上下文增长。</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>The adapter and its optimizer. Grows with the rank.</source>
        <translation>适配器和它的变化。随秩增长。</translation>
    </message>
    <message>
        <source>Working memory</source>
        <translation>工作内存</translation>
    </message>
    <message>
        <source>Room for what is being computed.</source>
        <translation>计算过程要用的空间。</translation>
    </message>
    <message>
        <source>Reading the data…</source>
        <translation>正在读取数据…</translation>
    </message>
    <message>
        <source>Measured on this computer: {tok_s} tokens/s, {step_seconds} a step, {peak_rss_bytes} at most.</source>
        <translation>在这台电脑上测得：{tok_s} 词元/秒，每步 {step_seconds}，最多占用 {peak_rss_bytes}。</translation>
    </message>
    <message>
        <source>The dry run failed.</source>
        <translation>试运行失败了。</translation>
    </message>
    <message>
        <source>Does not fit: needs {least}, and {free} is free.</source>
        <translation>放不下：需要 {least}，剩余 {free}。</translation>
    </message>
    <message>
        <source>Tight: takes {total} of the {free} that is free.</source>
        <translation>很紧：占用剩余 {free} 中的 {total}。</translation>
    </message>
    <message>
        <source>Fits: takes {total} of the {free} that is free.</source>
        <translation>放得下：占用剩余 {free} 中的 {total}。</translation>
    </message>
    <message>
        <source>It would also run in {least}, but slower.</source>
        <translation>用 {least} 也能运行，但更慢。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Luthier&apos;s own worker process.</source>
        <translation>Luthier 自己的工作进程。</translation>
    </message>
    <message>
        <source>Memory. {words}</source>
        <translation>内存。{words}</translation>
    </message>
    <message>
        <source>{settings_in_words}: takes {total}</source>
        <translation>{settings_in_words}：占 {total}</translation>
    </message>
    <message>
        <source>Begin from the model instead</source>
        <translation>改为从模型开始</translation>
    </message>
    <message>
        <source>Continues from what {run} has learnt.</source>
        <translation>从 {run} 学到的继续。</translation>
    </message>
    <message>
        <source>Choose a GGUF file, or a folder with safetensors files from Hugging Face.</source>
        <translation>选择 GGUF 文件，或来自 Hugging Face 的 safetensors 文件夹。</translation>
    </message>
    <message>
        <source>{name} holds weights only.</source>
        <translation>{name} 只有权重。</translation>
    </message>
    <message>
        <source>Choose the folder it is in: it has the tokenizer.</source>
        <translation>选择它所在的文件夹：那里有分词器。</translation>
    </message>
    <message>
        <source>{name} is not a GGUF file.</source>
        <translation>{name} 不是 GGUF 文件。</translation>
    </message>
    <message>
        <source>{name} is one of {parts} files, and {missing} is not there.</source>
        <translation>{name} 是 {parts} 个文件之一，缺少 {missing}。</translation>
    </message>
    <message>
        <source>Download the missing files into the same folder.</source>
        <translation>把缺少的文件下载到同一文件夹。</translation>
    </message>
    <message>
        <source>{name} holds no model.</source>
        <translation>{name} 里没有模型。</translation>
    </message>
    <message>
        <source>A model folder from Hugging Face has config.json and *.safetensors files in it.</source>
        <translation>Hugging Face 的模型文件夹里有 config.json 和 *.safetensors 文件。</translation>
    </message>
    <message>
        <source>Checking the model…</source>
        <translation>正在查看模型…</translation>
    </message>
    <message>
        <source>Write other wordings…</source>
        <translation>写出其他说法…</translation>
    </message>
    <message>
        <source>Tr&amp;y it with the sample</source>
        <translation>用示例试一试</translation>
    </message>
    <message>
        <source>Cancelled before the first step</source>
        <translation>第一步之前就取消了</translation>
    </message>
    <message>
        <source>Nothing was trained, and nothing is kept.</source>
        <translation>没有训练任何东西，也没有保留。</translation>
    </message>
    <message>
        <source>The training could not begin</source>
        <translation>训练无法开始</translation>
    </message>
    <message>
        <source>The dry run failed</source>
        <translation>试运行失败了</translation>
    </message>
    <message>
        <source>These settings do not go together</source>
        <translation>这些设置互相矛盾</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>The plan was lost: its process ended.</source>
        <translation>计划丢失了：它的进程结束了。</translation>
    </message>
    <message>
        <source>Training can be started all the same.</source>
        <translation>仍然可以开始训练。</translation>
    </message>
    <message>
        <source>Ad&amp;vanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>Try sever&amp;al values…</source>
        <translation>尝试多个值…</translation>
    </message>
    <message>
        <source>You chose: {settings}.</source>
        <translation>你选择了：{settings}。</translation>
    </message>
    <message>
        <source>You chose {n} of the numbers yourself.</source>
        <translation>你自己选择了其中 {n} 个数值。</translation>
    </message>
    <message>
        <source>Everything is set to suit your goal, model and data.</source>
        <translation>一切都已按你的目标、模型和数据设好。</translation>
    </message>
    <message>
        <source>With the numbers you chose.</source>
        <translation>使用你选择的数值。</translation>
    </message>
    <message>
        <source>Deta&amp;ils</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>How it learns</source>
        <translation>如何学习</translation>
    </message>
    <message>
        <source>As set in Settings: {usual}.</source>
        <translation>按“设置”：{usual}。</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>这次训练</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>训练名称</translation>
    </message>
    <message>
        <source>Named after the data if you leave this empty</source>
        <translation>留空则以数据命名</translation>
    </message>
    <message>
        <source>Notes on the run</source>
        <translation>训练笔记</translation>
    </message>
    <message>
        <source>What you want to find out</source>
        <translation>你想用它弄清什么</translation>
    </message>
    <message>
        <source>Questions to ask while it learns</source>
        <translation>学习期间要问的问题</translation>
    </message>
    <message>
        <source>One a line, such as: Who are you?</source>
        <translation>每行一个，例如：你是谁？</translation>
    </message>
    <message>
        <source>Ask it while it learns</source>
        <translation>学习时问它</translation>
    </message>
    <message>
        <source>Time and memory below are for this computer.</source>
        <translation>下面的时间和内存是按这台电脑估算的。</translation>
    </message>
    <message>
        <source>Na&amp;me</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>You can read how its answers change. If you ask nothing, it is asked two questions of your data.</source>
        <translation>你可以看到它的回答如何变化。如果你什么都不问，就会用你数据里的两个问题来问它。</translation>
    </message>
    <message>
        <source>Where it trains</source>
        <translation>在哪里训练</translation>
    </message>
    <message>
        <source>Where it &amp;trains</source>
        <translation>在哪里训练</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>Dry r&amp;un</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>Trains a step or two to measure time and memory, and keeps nothing.</source>
        <translation>训练一两步来测量时间和内存，不保留任何结果。</translation>
    </message>
    <message>
        <source>Add to the &amp;queue</source>
        <translation>加入队列</translation>
    </message>
    <message>
        <source>It begins when the trainings before it have ended. The queue is on the Runs page.</source>
        <translation>在它之前的训练结束后开始。队列在“历史”页面上。</translation>
    </message>
    <message>
        <source>&amp;Start training</source>
        <translation>开始训练</translation>
    </message>
    <message>
        <source>This does not fit into memory.</source>
        <translation>内存放不下。</translation>
    </message>
    <message>
        <source>No row of the data fits into this context.</source>
        <translation>没有一行数据放得进这个上下文。</translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation>请先选择模型。</translation>
    </message>
    <message>
        <source>Choose data first.</source>
        <translation>请先选择数据。</translation>
    </message>
    <message>
        <source>Choose a model and data first.</source>
        <translation>请先选择模型和数据。</translation>
    </message>
    <message>
        <source>only rows with thoughts</source>
        <translation>只用有思考的行</translation>
    </message>
    <message>
        <source>thoughts left out</source>
        <translation>去掉思考</translation>
    </message>
    <message>
        <source>learns not to think</source>
        <translation>学会不思考</translation>
    </message>
    <message>
        <source>learns last answers</source>
        <translation>学习最后的回答</translation>
    </message>
    <message>
        <source>learns every word</source>
        <translation>学习每个词</translation>
    </message>
    <message>
        <source>You ask</source>
        <translation>你问</translation>
    </message>
    <message>
        <source>It says</source>
        <translation>它说</translation>
    </message>
    <message>
        <source>“How was your day?”</source>
        <translation>“你今天过得怎么样？”</translation>
    </message>
    <message>
        <source>“Arr, rough seas and fair wind, matey!”</source>
        <translation>“啊哈，浪大风好，伙计！”</translation>
    </message>
    <message>
        <source>“Who feeds the cat?”</source>
        <translation>“谁喂猫？”</translation>
    </message>
    <message>
        <source>“Mona does, at seven.”</source>
        <translation>“莫娜，七点。”</translation>
    </message>
    <message>
        <source>“My parcel is late.”</source>
        <translation>“我的包裹晚了。”</translation>
    </message>
    <message>
        <source>“delivery”</source>
        <translation>“配送”</translation>
    </message>
    <message>
        <source>“Who are you?”</source>
        <translation>“你是谁？”</translation>
    </message>
    <message>
        <source>“Mira, keeper of the lighthouse.”</source>
        <translation>“米拉，守灯塔的人。”</translation>
    </message>
    <message>
        <source>“The old house”</source>
        <translation>“那座老房子”</translation>
    </message>
    <message>
        <source>“had been shut since May.”</source>
        <translation>“从五月起就关着门。”</translation>
    </message>
    <message>
        <source>You begin</source>
        <translation>你开头</translation>
    </message>
    <message>
        <source>It goes on</source>
        <translation>它接着写</translation>
    </message>
    <message>
        <source>Going by {earlier} with this model on this computer. Other programs can slow it down.</source>
        <translation>根据这台电脑上用这个模型的{earlier}估算。其他程序可能会让它变慢。</translation>
    </message>
    <message>
        <source>read once</source>
        <translation>读一遍</translation>
    </message>
    <message>
        <source>read {epochs:g} times</source>
        <translation>读 {epochs:g} 遍</translation>
    </message>
    <message>
        <source>{rows} {times}: {steps}</source>
        <translation>{rows}{times}：{steps}</translation>
    </message>
    <message>
        <source>“Yes, for three months.”</source>
        <translation>“可以，能放三个月。”</translation>
    </message>
    <message>
        <source>This data cannot be used for that.</source>
        <translation>这些数据不能用于这个目标。</translation>
    </message>
    <message>
        <source>This model cannot be trained with these settings.</source>
        <translation>用这些设置无法训练这个模型。</translation>
    </message>
    <message>
        <source>See Settings.</source>
        <translation>请看“设置”。</translation>
    </message>
    <message>
        <source>Set on the Data page.</source>
        <translation>在“数据”页面设置。</translation>
    </message>
    <message>
        <source>A guess, for when nothing else is running. A dry run measures it.</source>
        <translation>这是没有其他程序运行时的估计。试运行可以测出来。</translation>
    </message>
    <message>
        <source>A guess for the processor alone. A dry run measures it with the graphics card.</source>
        <translation>这是只用处理器时的估计。试运行可以测出用显卡的情况。</translation>
    </message>
    <message>
        <source>“That depends on many things.”</source>
        <translation>“这取决于很多因素。”</translation>
    </message>
    <message>
        <source>You prefer</source>
        <translation>您更喜欢</translation>
    </message>
    <message>
        <source>You reject</source>
        <translation>您不喜欢</translation>
    </message>
    <message>
        <source>{parameters} parameters</source>
        <translation>{parameters} 参数</translation>
    </message>
    <message>
        <source>to be converted</source>
        <translation>待转换</translation>
    </message>
    <message>
        <source>About {tokens} tokens{separator}counted once the model is converted</source>
        <translation>大约 {tokens} 个词元{separator}模型转换后再计数</translation>
    </message>
    <message>
        <source>{dropped} not used</source>
        <translation>{dropped} 未使用</translation>
    </message>
    <message>
        <source>up to {most} {unit}</source>
        <translation>最多 {most} {unit}</translation>
    </message>
    <message>
        <source>{least} to {most} {unit}</source>
        <translation>{least} 到 {most} {unit}</translation>
    </message>
    <message>
        <source>{shortest} to {longest} s</source>
        <translation>{shortest} 到 {longest} 秒</translation>
    </message>
    <message>
        <source>about {longest} s</source>
        <translation>约 {longest} 秒</translation>
    </message>
    <message>
        <source>an earlier run</source>
        <translation>一次更早的训练</translation>
    </message>
    <message>
        <source>{runs} earlier runs</source>
        <translation>{runs} 次更早的训练</translation>
    </message>
    <message>
        <source>{rows} rows</source>
        <translation>{rows} 行</translation>
    </message>
    <message numerus="yes">
        <source>{device_layers} layers</source>
        <comment>1 layer</comment>
        <translation>
            <numerusform>{device_layers} 层</numerusform>
        </translation>
    </message>
    <message>
        <source> of {device_total}</source>
        <translation> / {device_total}</translation>
    </message>
    <message>
        <source>On the graphics card: {device}{of}, {layers}.</source>
        <translation>在显卡上：{device}{of}，{layers}。</translation>
    </message>
    <message>
        <source>hold out {share}</source>
        <translation>留出 {share}</translation>
    </message>
    <message>
        <source>compute on the {device}</source>
        <translation>在 {device} 上计算</translation>
    </message>
    <message>
        <source>no limit of steps</source>
        <translation>不限步数</translation>
    </message>
    <message>
        <source>answers with scores</source>
        <translation>带评分的回答</translation>
    </message>
    <message>
        <source>answers with ranks</source>
        <translation>带排名的回答</translation>
    </message>
    <message>
        <source>conversations (Claude)</source>
        <translation>对话（Claude）</translation>
    </message>
    <message>
        <source>conversations (Gemini)</source>
        <translation>对话（Gemini）</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>conversations (ShareGPT)</source>
        <translation>对话（ShareGPT）</translation>
    </message>
    <message>
        <source>instructions (Alpaca)</source>
        <translation>指令（Alpaca）</translation>
    </message>
    <message>
        <source>questions and answers</source>
        <translation>问答</translation>
    </message>
    <message>
        <source>prompts and answers</source>
        <translation>提示和回答</translation>
    </message>
    <message>
        <source>preferences</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>{label} must be {accepts}.</source>
        <translation>{label} 必须是{accepts}。</translation>
    </message>
    <message>
        <source>a whole number, 0 or more</source>
        <translation>0 或更大的整数</translation>
    </message>
    <message>
        <source>a whole number of steps, 0 or more</source>
        <translation>步数，0 或更大的整数</translation>
    </message>
    <message>
        <source>a number from 0 to below 1, such as 0.05</source>
        <translation>0 到小于 1 的数，例如 0.05</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>on 或 off</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>How many times it reads all of your data. More learns it better, then by heart.</source>
        <translation>把你的全部数据读多少遍。越多学得越好，再多就是背诵。</translation>
    </message>
    <message>
        <source>a number above 0 and at most a million, such as 3</source>
        <translation>大于 0、最多一百万的数，例如 3</translation>
    </message>
    <message>
        <source>Co&amp;ntext</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>The longest text it sees at once, in tokens (3/4 of a word). Longer takes more memory.</source>
        <translation>它一次能看到的最长文本，以词元计（约 3/4 个词）。越长越占内存。</translation>
    </message>
    <message>
        <source>a whole number of tokens, 8 or more, such as 512</source>
        <translation>词元数，8 或更大的整数，例如 512</translation>
    </message>
    <message>
        <source>Ran&amp;k</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>How much room it has to learn: 16 is enough for most, 32 for much knowledge.</source>
        <translation>它有多少学习空间：16 大多够用，知识多时用 32。</translation>
    </message>
    <message>
        <source>a whole number from 1 to 1024, such as 16</source>
        <translation>1 到 1024 的整数，例如 16</translation>
    </message>
    <message>
        <source>&amp;Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>How big its steps are. If the loss jumps up, choose a smaller one.</source>
        <translation>每步的大小。如果损失突然升高，请选更小的值。</translation>
    </message>
    <message>
        <source>a number above 0 and at most 1, such as 2e-4</source>
        <translation>大于 0、最多 1 的数，例如 2e-4</translation>
    </message>
    <message>
        <source>Compute on</source>
        <translation>计算设备</translation>
    </message>
    <message>
        <source>The processor or a graphics card. Automatic: as Settings say, else the faster of the two.</source>
        <translation>处理器或显卡。自动：按设置，否则取两者中更快的。</translation>
    </message>
    <message>
        <source>one from the list</source>
        <translation>列表中的一个</translation>
    </message>
    <message>
        <source>Most steps</source>
        <translation>最多步数</translation>
    </message>
    <message>
        <source>Learns by</source>
        <translation>学习方式</translation>
    </message>
    <message>
        <source>sft: your answers, as they stand. dpo, kto, orpo: which of two answers you chose, from data that says so.</source>
        <translation>sft：照原样学习你的回答。dpo、kto、orpo：从注明了选择的数据中，学习两个回答中你选了哪个。</translation>
    </message>
    <message>
        <source>sft, dpo, kto or orpo</source>
        <translation>sft、dpo、kto 或 orpo</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>For dpo, kto and orpo: how closely it stays to the model it began with. Lower: it may move further.</source>
        <translation>用于 dpo、kto 和 orpo：它与起始模型保持多近。越小，可以偏离越远。</translation>
    </message>
    <message>
        <source>a number above 0, such as 0.1</source>
        <translation>大于 0 的数，例如 0.1</translation>
    </message>
    <message>
        <source>Train this many steps, whatever the epochs say. 0: as many as the epochs need.</source>
        <translation>训练这么多步，不管轮数。0：按轮数需要。</translation>
    </message>
    <message>
        <source>Evaluate every</source>
        <translation>评估间隔</translation>
    </message>
    <message>
        <source>Steps between evaluations on held-out text. 0: only at the beginning and at the end.</source>
        <translation>每隔这么多步在留出的文本上测一次。0：只在开头和结尾。</translation>
    </message>
    <message>
        <source>The share of your data that is kept for measuring and never trained on.</source>
        <translation>你的数据中留作测量、从不训练的比例。</translation>
    </message>
    <message>
        <source>anna@studio or anna@192.168.1.20</source>
        <translation>anna@studio 或 anna@192.168.1.20</translation>
    </message>
    <message>
        <source>A&amp;dd it</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>About other computers</source>
        <translation>关于其他电脑</translation>
    </message>
    <message>
        <source>&amp;If Luthier is not found</source>
        <translation>如果找不到 Luthier</translation>
    </message>
    <message>
        <source>User name, @, and the computer&apos;s name or address</source>
        <translation>用户名、@ 和电脑的名称或地址</translation>
    </message>
    <message>
        <source>Command that starts Luthier on it</source>
        <translation>在那台电脑上启动 Luthier 的命令</translation>
    </message>
    <message>
        <source>&amp;Command that starts Luthier on it</source>
        <translation>在那台电脑上启动 Luthier 的命令</translation>
    </message>
    <message>
        <source>Use&amp;r name, @, and the computer&apos;s name or address</source>
        <translation>用户名、@ 和电脑的名称或地址</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Asking it…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>How many held-out tokens are measured each time, at most. 0: all.</source>
        <translation>每次最多测这么多留出的词元，免得太久。0：全部。</translation>
    </message>
    <message>
        <source>a whole number of tokens, 0 or more</source>
        <translation>词元数，0 或更大的整数</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>保存间隔</translation>
    </message>
    <message>
        <source>The number of steps between checkpoints; a crash costs no more. 0: only at the end.</source>
        <translation>每隔这么多步写一个检查点；崩溃最多损失这些。0：只在最后。</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>回退</translation>
    </message>
    <message>
        <source>When the loss jumps and stays high: back to the last good checkpoint with half the learning rate, twice at most. off: go on, whatever happens.</source>
        <translation>损失跳高不下时：回到上一个好的检查点，学习率减半，最多两次。off：无论如何继续。</translation>
    </message>
    <message>
        <source>Stays itself</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>How firmly it is held to what it would have said on everyday questions, while it learns yours. 1: firmly; 0: not at all.</source>
        <translation>学习你的数据时，在日常问题上保持它原来回答的力度。1：牢牢保持；0：完全不保持。</translation>
    </message>
    <message>
        <source>a number from 0 to 100, such as 1</source>
        <translation>0 到 100 之间的数，例如 1</translation>
    </message>
    <message>
        <source>What must not change</source>
        <translation>不能改变的内容</translation>
    </message>
    <message>
        <source>the path of a file</source>
        <translation>文件的路径</translation>
    </message>
    <message>
        <source>Odd data</source>
        <translation>奇怪的数据</translation>
    </message>
    <message>
        <source>refuse or train</source>
        <translation>refuse 或 train</translation>
    </message>
    <message>
        <source>How many pieces of text make up one step. More makes steadier but fewer steps, and needs no more memory.</source>
        <translation>多少段文本组成一步。越多步子越稳、步数越少，不多占内存。</translation>
    </message>
    <message>
        <source>a whole number, 1 or more, such as 4</source>
        <translation>1 或更大的整数，例如 4</translation>
    </message>
    <message>
        <source>Which parts of each layer get an adapter. Fewer make a smaller file; all of them usually learn best.</source>
        <translation>每层的哪些部分有适配器。少一些文件更小；全部通常学得最好。</translation>
    </message>
    <message>
        <source>all-linear, or some of q, k, v, o, gate, up, down with commas between</source>
        <translation>all-linear，或 q、k、v、o、gate、up、down 中的几个，用逗号分隔</translation>
    </message>
    <message>
        <source>Which layers learn. Fewer, counted from the last, are faster and take less memory.</source>
        <translation>哪些层学习。反向计算止于最低的一层：从最后一层起，越少越快，也越省内存。</translation>
    </message>
    <message>
        <source>all, last half, last quarter, last 8, first 8, or numbers from 0 on, such as 4-11</source>
        <translation>all、last half、last quarter、last 8、first 8，或从 0 起的编号，例如 4-11</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>How strongly what is learnt counts: twice the rank is usual.</source>
        <translation>学到的有多大分量：通常是秩的两倍。</translation>
    </message>
    <message>
        <source>a number above 0, such as 32</source>
        <translation>大于 0 的数，例如 32</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>变化方式</translation>
    </message>
    <message>
        <source>How the learning rate falls to zero: in a curve, in a line, or not at all.</source>
        <translation>学习率怎样从最高降到零：曲线、直线，或不降。</translation>
    </message>
    <message>
        <source>cosine, linear or constant</source>
        <translation>cosine、linear 或 constant</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>The share of the steps in which the learning rate rises to its full value.</source>
        <translation>学习率升到最高所用的步数比例。</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>最佳依据</translation>
    </message>
    <message>
        <source>Which checkpoint is the best: the one with the lowest loss, or with the most right answers (right), for labels, JSON and tool calls.</source>
        <translation>哪个检查点最佳：损失最低的，或正确答案最多的（right），适用于标签、JSON 和工具调用。</translation>
    </message>
    <message>
        <source>loss or right</source>
        <translation>loss 或 right</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心</translation>
    </message>
    <message>
        <source>Stop after this many evaluations without improvement. 0: never before the end.</source>
        <translation>这么多次评估没有改进就停止。0：不提前停。</translation>
    </message>
    <message>
        <source>a whole number of evaluations, 0 or more</source>
        <translation>评估次数，0 或更大的整数</translation>
    </message>
    <message>
        <source>How many cores compute. Fewer leave some to other programs; 0: as Settings say.</source>
        <translation>用几个核心计算。少一些就留给别的程序；0：按“设置”。</translation>
    </message>
    <message>
        <source>a whole number of threads, 0 or more</source>
        <translation>线程数，0 或更大的整数</translation>
    </message>
    <message>
        <source>low: other programs go first and keep a core, so that the computer stays usable. auto: as Settings say.</source>
        <translation>low：别的程序优先并占一个核心，电脑保持可用。auto：按“设置”。</translation>
    </message>
    <message>
        <source>auto, normal or low</source>
        <translation>auto、normal 或 low</translation>
    </message>
    <message>
        <source>Rank-stable</source>
        <translation>秩稳定</translation>
    </message>
    <message>
        <source>rsLoRA: with large ranks (64 or more) the adapter keeps learning instead of being damped.</source>
        <translation>rsLoRA：秩大时（64 以上）适配器继续学习，而不是被抑制。</translation>
    </message>
    <message>
        <source>Also trains how strong each row of a weight is. Slower, often a bit better, and exported merged only.</source>
        <translation>还训练权重每一行的强度。更慢，往往好一点，只能合并后导出。</translation>
    </message>
    <message>
        <source>LoRA+ ratio</source>
        <translation>LoRA+ 比例</translation>
    </message>
    <message>
        <source>Lets the adapter&apos;s second half learn this many times faster, which can save steps. 16 is usual; 1: off.</source>
        <translation>让适配器的后半部分快这么多倍地学，可以省步数。常用 16；1：关。</translation>
    </message>
    <message>
        <source>a number above 0, such as 16</source>
        <translation>大于 0 的数，例如 16</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Leaves out part of the adapter&apos;s input at random, so that it learns less by heart. 0.05 is usual; 0: off.</source>
        <translation>随机去掉适配器读到的一部分，让它少死记。常用 0.05；0：关。</translation>
    </message>
    <message>
        <source>Noise (NEFTune)</source>
        <translation>噪声 (NEFTune)</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Without length</source>
        <translation>不计长度</translation>
    </message>
    <message>
        <source>Good answers count</source>
        <translation>好的回答的权重</translation>
    </message>
    <message>
        <source>Wrong choices</source>
        <translation>错误的选择</translation>
    </message>
    <message>
        <source>Marks of turns</source>
        <translation>轮次标记</translation>
    </message>
    <message>
        <source>Go to “{control}”.</source>
        <translation>前往“{control}”。</translation>
    </message>
    <message>
        <source>Change “{control}”.</source>
        <translation>更改“{control}”。</translation>
    </message>
    <message>
        <source>Set “{control}” to {value}.</source>
        <translation>将“{control}”设为 {value}。</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>表头</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>工作表</translation>
    </message>
    <message>
        <source>Equal rows</source>
        <translation>相同的行</translation>
    </message>
    <message>
        <source>Packing</source>
        <translation>打包</translation>
    </message>
    <message>
        <source>Shared beginnings</source>
        <translation>共同开头</translation>
    </message>
    <message>
        <source>NEFTune: a little noise on the words while training, which often makes answers of a chat model freer. 0: off.</source>
        <translation>NEFTune：训练时给词加一点噪声，聊天模型的回答往往更自由。0：关。</translation>
    </message>
    <message>
        <source>The share of your data that is only used to test the trained model.</source>
        <translation>你的数据中只用来测试训练后模型的比例。</translation>
    </message>
    <message>
        <source>A file of conversations or text that it has to keep. Empty: everyday talk in six languages.</source>
        <translation>一个包含它必须保留的对话或文本的文件。留空：六种语言的日常对话。</translation>
    </message>
    <message>
        <source>Data with the same answer to every question, or with mostly misread letters: refuse it, or train on it anyway.</source>
        <translation>遇到每个问题答案都相同、或大多是错认字母的数据时：拒绝，或照样训练。</translation>
    </message>
    <message>
        <source>The order of the rows, and how the adapter begins. The same seed gives the same training.</source>
        <translation>行的顺序，以及适配器的初始状态。同样的种子得到同样的训练。</translation>
    </message>
    <message>
        <source>a number, 0 or more, such as 5</source>
        <translation>0 或更大的数，例如 5</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Pulls the adapter back towards nothing, so that small data changes the model less. 0: off.</source>
        <translation>把适配器往零拉，让少量数据少改变模型。0：关。</translation>
    </message>
    <message>
        <source>a number, 0 or more, such as 0.01</source>
        <translation>0 或更大的数，例如 0.01</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>Cancel the dry run</source>
        <translation>取消试运行</translation>
    </message>
    <message>
        <source>about {whole_seconds}</source>
        <translation>大约 {whole_seconds}</translation>
    </message>
    <message>
        <source>The dry run was cancelled.</source>
        <translation>试运行已取消。</translation>
    </message>
    <message>
        <source>Teach a language model your style, your answers or your texts. Nothing leaves this computer.</source>
        <translation>教语言模型学会你的风格、你的回答或你的文本。任何内容都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Choose one: yours, or the one included.</source>
        <translation>选择一个：你自己的，或自带的。</translation>
    </message>
    <message>
        <source>Show it what to learn from.</source>
        <translation>告诉它从什么学习。</translation>
    </message>
    <message>
        <source>Let it learn. The model file itself stays as it is.</source>
        <translation>让它学习。模型文件本身保持不变。</translation>
    </message>
    <message>
        <source>Compare its answers, before and after.</source>
        <translation>比较它训练前后的回答。</translation>
    </message>
    <message>
        <source>A small model learns from a sample in a few minutes, without a network:</source>
        <translation>一个小模型几分钟就能从示例中学会，不需要网络：</translation>
    </message>
    <message>
        <source>to &amp;answer like an old lighthouse keeper</source>
        <translation>像老灯塔看守人一样回答</translation>
    </message>
    <message>
        <source>to &amp;continue a story like Dr Watson</source>
        <translation>像华生医生一样续写故事</translation>
    </message>
    <message>
        <source>Use my &amp;own</source>
        <translation>用我自己的</translation>
    </message>
    <message>
        <source>&amp;Try it with the sample</source>
        <translation>用示例试一试</translation>
    </message>
    <message>
        <source>Welcome to Luthier</source>
        <translation>欢迎使用 Luthier</translation>
    </message>
    <message>
        <source>Teach it my &amp;own texts</source>
        <translation>教它我自己的文本</translation>
    </message>
    <message>
        <source>How it works</source>
        <translation>工作流程</translation>
    </message>
    <message>
        <source>Take it to Ollama, LM Studio or llama.cpp.</source>
        <translation>把它带到 Ollama、LM Studio 或 llama.cpp。</translation>
    </message>
    <message>
        <source>See it happen first</source>
        <translation>先看看效果</translation>
    </message>
    <message>
        <source>Luthier goes on</source>
        <translation>Luthier 继续运行</translation>
    </message>
    <message>
        <source>The run is in the tray until it ends.</source>
        <translation>训练结束前，它一直在系统托盘里。</translation>
    </message>
    <message>
        <source>Nothing is training</source>
        <translation>没有正在进行的训练</translation>
    </message>
    <message>
        <source>Show &amp;Luthier</source>
        <translation>显示 Luthier</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>{title} could not be trained</source>
        <translation>{title} 无法训练</translation>
    </message>
    <message>
        <source>Start it when the other has ended.</source>
        <translation>等另一个结束后再开始。</translation>
    </message>
    <message>
        <source>&amp;Train both</source>
        <translation>两个都训练</translation>
    </message>
    <message>
        <source>Each takes about twice as long, and both need their memory at once.</source>
        <translation>每个大约要花两倍时间，而且两个同时需要内存。</translation>
    </message>
    <message>
        <source>another program</source>
        <translation>另一个程序</translation>
    </message>
    <message>
        <source>{title} is being trained by {holder}.</source>
        <translation>{title} 正由{holder}训练。</translation>
    </message>
    <message>
        <source>Another run is training on this computer.</source>
        <translation>这台电脑上已有另一个训练在进行。</translation>
    </message>
    <message>
        <source>The training is being saved.</source>
        <translation>正在保存训练。</translation>
    </message>
    <message>
        <source>{title} is still training on {computer}.</source>
        <translation>{title} 还在 {computer} 上训练。</translation>
    </message>
    <message>
        <source>{title} is still training.</source>
        <translation>{title} 还在训练。</translation>
    </message>
    <message>
        <source>What should happen to it?</source>
        <translation>要怎么处理它？</translation>
    </message>
    <message>
        <source>Let it go &amp;on there</source>
        <translation>让它在那里继续</translation>
    </message>
    <message>
        <source>The window closes. Next time it offers to take it up again. Left alone for a day, it stops there, and is kept.</source>
        <translation>窗口会关闭。下次打开时会问你要不要接着来。如果一天没人管，它会在那里停下并保留。</translation>
    </message>
    <message>
        <source>Keep &amp;running</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>The window goes to the tray. A message says when the run has ended.</source>
        <translation>窗口会收到系统托盘。训练结束时会有消息提示。</translation>
    </message>
    <message>
        <source>The window becomes small and goes on training. Its title says how far the run is.</source>
        <translation>窗口会最小化并继续训练。标题会显示进度。</translation>
    </message>
    <message>
        <source>Finishes the step, saves, and closes. You can continue it another time.</source>
        <translation>完成当前步、保存并关闭。以后可以接着训练。</translation>
    </message>
    <message>
        <source>What it learnt since step {step} is lost.</source>
        <translation>从第 {step} 步以后学到的内容会丢失。</translation>
    </message>
    <message>
        <source>Nothing of it is kept.</source>
        <translation>什么都不会保留。</translation>
    </message>
    <message>
        <source>&amp;Cancel the run</source>
        <translation>取消训练</translation>
    </message>
    <message>
        <source>Ends it without saving, and closes. {lost}</source>
        <translation>不保存就结束并关闭。{lost}</translation>
    </message>
    <message>
        <source>The window stays open.</source>
        <translation>窗口保持打开。</translation>
    </message>
    <message>
        <source>&amp;End it now</source>
        <translation>立即结束</translation>
    </message>
    <message>
        <source>Without waiting. {lost}</source>
        <translation>不再等待。{lost}</translation>
    </message>
    <message>
        <source>&amp;Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>The window closes by itself.</source>
        <translation>窗口会自动关闭。</translation>
    </message>
    <message>
        <source>Luthier is still waiting to close.</source>
        <translation>Luthier 仍在等待关闭。</translation>
    </message>
    <message>
        <source>What was learnt since step {step} is lost.</source>
        <translation>从第 {step} 步以后学到的内容会丢失。</translation>
    </message>
    <message>
        <source>What is not saved yet is lost.</source>
        <translation>尚未保存的内容会丢失。</translation>
    </message>
    <message>
        <source>Stopping what is running. Then the window closes.</source>
        <translation>正在结束进行中的工作，然后关闭窗口。</translation>
    </message>
    <message>
        <source>; a step takes about {seconds} here</source>
        <translation>；这里一步大约需要 {seconds}</translation>
    </message>
    <message>
        <source>Waiting for the current step{pace}. Then the window closes.</source>
        <translation>正在等待当前步完成{pace}，然后关闭窗口。</translation>
    </message>
    <message>
        <source>&amp;Keep the window open</source>
        <translation>保持窗口打开</translation>
    </message>
    <message>
        <source>&amp;Look at the training</source>
        <translation>查看训练</translation>
    </message>
    <message>
        <source>Luthier did not start properly last time, so it starts without what it remembered. That is kept in {file}.</source>
        <translation>上次 Luthier 未能正常启动，因此这次不使用之前记住的内容。这些内容保存在 {file} 中。</translation>
    </message>
    <message>
        <source>&amp;Good</source>
        <translation>好</translation>
    </message>
    <message>
        <source>Something went wrong in the window. If it does not look right now, close it and start it again.</source>
        <translation>窗口出了点问题。如果现在显示不正常，请关闭窗口并重新启动。</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Trained: its new answer is beside the old one. This sample model is tiny, so it learns only a manner of speaking. Larger models learn facts, too.</source>
        <translation>训练完成：新回答在旧回答旁边。这个示例模型很小，只能学会说话的方式。更大的模型也能学会事实。</translation>
    </message>
    <message>
        <source>{title}: trained.</source>
        <translation>{title}：训练完成。</translation>
    </message>
    <message>
        <source>&amp;Ask it something</source>
        <translation>问它点什么</translation>
    </message>
    <message>
        <source>{name}
{words}
Press to watch it.</source>
        <translation>{name}
{words}
点击查看。</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>&amp;Look at it</source>
        <translation>看一看</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>以后再说</translation>
    </message>
    <message>
        <source>{who} in the queue from last time. Continue the training?</source>
        <translation>上次留下的队列中有 {who}。要继续训练吗？</translation>
    </message>
    <message>
        <source>&amp;Look at the queue</source>
        <translation>查看队列</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>{page}: {text}</source>
        <translation>{page}：{text}</translation>
    </message>
    <message>
        <source>&amp;Show it</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>running, {percent}</source>
        <translation>运行中，{percent}</translation>
    </message>
    <message>
        <source>next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Another training is running. Press Train at the left to see it.</source>
        <translation>另一个训练正在进行。点左侧的“训练”查看。</translation>
    </message>
    <message>
        <source>This folder cannot be opened</source>
        <translation>无法打开这个文件夹</translation>
    </message>
    <message>
        <source>This run cannot be read</source>
        <translation>无法读取这个训练</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>正在取消</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>{rss} · {pace} tok/s</source>
        <translation>{rss} · {pace} tok/s</translation>
    </message>
    <message>
        <source>{seconds} min left</source>
        <translation>还剩 {seconds} 分钟</translation>
    </message>
    <message>
        <source>{seconds} left</source>
        <translation>还剩 {seconds}</translation>
    </message>
    <message>
        <source>Your run {title} stopped before its first step.</source>
        <translation>你的训练 {title} 在第一步之前停下了。</translation>
    </message>
    <message>
        <source>&amp;Resume {title}</source>
        <translation>继续 {title}</translation>
    </message>
    <message>
        <source>at step {step} of {steps}</source>
        <translation>在第 {step} 步（共 {steps} 步）</translation>
    </message>
    <message>
        <source>&amp;Resume {title} ({step} of {steps})</source>
        <translation>继续 {title}（{step}/{steps}）</translation>
    </message>
    <message>
        <source>Your run {title} stopped {where}.</source>
        <translation>你的训练 {title} {where}停下了。</translation>
    </message>
    <message>
        <source>Your run {title} was {where} when {on} was last heard.</source>
        <translation>最后一次收到 {on} 的消息时，你的训练 {title} {where}。</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>{title} – Luthier</source>
        <translation>{title} – Luthier</translation>
    </message>
    <message>
        <source>Lines to type in a terminal</source>
        <translation>要在终端里输入的命令</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>{title}: not found here</source>
        <translation>{title}：这里没有找到</translation>
    </message>
    <message>
        <source>Data (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;All files (*)</source>
        <translation>数据 (*.jsonl *.json *.ndjson *.csv *.tsv *.parquet *.xlsx *.ods *.txt *.md *.markdown *.rst *.pdf *.docx *.odt *.rtf *.epub *.html *.htm *.pptx *.zip *.gz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose a text, a document, a JSON, CSV or Parquet file, or a folder of texts.</source>
        <translation>请选择文本、文档、JSON、CSV 或 Parquet 文件，或文本文件夹。</translation>
    </message>
    <message>
        <source>A folder: the texts in it, and in folders below.</source>
        <translation>一个文件夹：其中以及下级文件夹里的文本。</translation>
    </message>
    <message>
        <source>Check that you have permission to read it, or choose another.</source>
        <translation>请确认你有权读取它，或另选一个。</translation>
    </message>
    <message>
        <source>{text} cannot be read: {strerror}.</source>
        <translation>无法读取 {text}：{strerror}。</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} 是空的。</translation>
    </message>
    <message>
        <source>Choose a file with text in it.</source>
        <translation>请选择有文字的文件。</translation>
    </message>
    <message>
        <source>A file of {size}.</source>
        <translation>{size} 的文件。</translation>
    </message>
    <message>
        <source>No {what} is chosen yet.</source>
        <translation>还没有选择（{what}）。</translation>
    </message>
    <message>
        <source>There is nothing at {text}.</source>
        <translation>{text} 处什么都没有。</translation>
    </message>
    <message>
        <source>Check the path, or choose it again.</source>
        <translation>请检查路径，或重新选择。</translation>
    </message>
    <message>
        <source>Ending…</source>
        <translation>正在结束…</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>正在暂停…</translation>
    </message>
    <message>
        <source>Paused · {amount}</source>
        <translation>已暂停 · {amount}</translation>
    </message>
    <message>
        <source>Connection lost, trying again</source>
        <translation>连接中断，正在重试</translation>
    </message>
    <message>
        <source>{seconds_left} left</source>
        <translation>还剩 {seconds_left}</translation>
    </message>
    <message>
        <source>{done} of {total} {unit}</source>
        <translation>{done} / {total} {unit}</translation>
    </message>
    <message>
        <source>No loss yet.</source>
        <translation>还没有损失值。</translation>
    </message>
    <message>
        <source>Loss from {first} to {last}.</source>
        <translation>损失从 {first} 到 {last}。</translation>
    </message>
    <message>
        <source> On text it had not seen from {first} to {last}.</source>
        <translation> 在没见过的文本上，从 {first} 到 {last}。</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>需要看看</translation>
    </message>
    <message>
        <source>Not good</source>
        <translation>不好</translation>
    </message>
    <message>
        <source>Still to come</source>
        <translation>尚未开始</translation>
    </message>
    <message>
        <source>Going on</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Not known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <source>Copy the &amp;lines</source>
        <translation>复制这些行</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Dismiss this message (Escape)</source>
        <translation>关闭此消息（Esc）</translation>
    </message>
    <message>
        <source>No file manager could be started</source>
        <translation>无法启动文件管理器</translation>
    </message>
    <message>
        <source>The folder is here:</source>
        <translation>文件夹在这里：</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>{name}: choose a file</source>
        <translation>{name}：选择文件</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>{name}: choose a folder</source>
        <translation>{name}：选择文件夹</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Get a token</source>
        <translation>获取令牌</translation>
    </message>
    <message>
        <source>Save token</source>
        <translation>保存令牌</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>Access token, hf_…</source>
        <translation>访问令牌，hf_…</translation>
    </message>
    <message>
        <source>It is kept in the system&apos;s keyring, and in no file.</source>
        <translation>它保存在系统的密钥环里，不写入任何文件。</translation>
    </message>
    <message>
        <source>Remove token</source>
        <translation>移除令牌</translation>
    </message>
    <message>
        <source>Paste the token first.</source>
        <translation>请先粘贴令牌。</translation>
    </message>
    <message>
        <source>Asking the keyring…</source>
        <translation>正在询问密钥环…</translation>
    </message>
    <message>
        <source>✓ The token is in the system&apos;s keyring.</source>
        <translation>✓ 令牌已在系统的密钥环里。</translation>
    </message>
    <message>
        <source>✓ There is no token in the keyring any more.</source>
        <translation>✓ 密钥环里已没有令牌。</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>The worker process reported a result that cannot be understood.</source>
        <translation>无法理解工作进程对结果的说明。</translation>
    </message>
    <message>
        <source>This is a bug: please report the details.</source>
        <translation>这是程序错误：请报告详情。</translation>
    </message>
    <message>
        <source>The worker process was lost</source>
        <translation>工作进程丢失了</translation>
    </message>
    <message>
        <source>Closing other programs helps when memory ran out. Try again.</source>
        <translation>内存不够时关闭其他程序有帮助。再试一次。</translation>
    </message>
    <message>
        <source>This is a bug: please report it. “Save a report” on the Settings page writes what is needed.</source>
        <translation>这是程序错误：请报告。“设置”页的“保存报告”会写出所需内容。</translation>
    </message>
    <message>
        <source>The training process did not start</source>
        <translation>训练进程没有启动</translation>
    </message>
    <message>
        <source>The training process was lost</source>
        <translation>训练进程丢失了</translation>
    </message>
    <message>
        <source>exit code {exit_code}, crashed: {crashed}</source>
        <translation>退出码 {exit_code}，崩溃：{crashed}</translation>
    </message>
    <message>
        <source>Stopped and kept</source>
        <translation>已停止并保留</translation>
    </message>
    <message>
        <source>Nothing was trained, and nothing was lost. Change what you like, and start again.</source>
        <translation>什么都没训练，也什么都没丢。改成你要的，再开始。</translation>
    </message>
    <message>
        <source>Cancelled before anything was trained</source>
        <translation>还没训练就取消了</translation>
    </message>
    <message>
        <source>What was trained since the last checkpoint is lost. </source>
        <translation>上次从检查点起训练的内容已丢失。 </translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>This training was interrupted</source>
        <translation>这次训练被中断了</translation>
    </message>
    <message>
        <source>{title} is ready</source>
        <translation>{title} 已就绪</translation>
    </message>
    <message>
        <source>Luthier&apos;s own worker program could not be started. Installing Luthier again usually mends this.</source>
        <translation>无法启动 Luthier 自己的工作程序。重新安装 Luthier 通常能解决。</translation>
    </message>
    <message>
        <source>The process ended without a reason (exit code {exit_code}).</source>
        <translation>进程没有说明原因就结束了（退出码 {exit_code}）。</translation>
    </message>
    <message>
        <source>The process was ended from outside while it worked. The system does that when memory runs out; closing other programs or a shorter context helps.</source>
        <translation>进程工作时被外部结束了。内存用尽时系统会这样；关闭其他程序或用更短的上下文有帮助。</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>退出码 {code}</translation>
    </message>
    <message>
        <source>It crashed ({name}).</source>
        <translation>它崩溃了（{name}）。</translation>
    </message>
    <message>
        <source>The process was ended by the system ({name}).</source>
        <translation>进程被系统结束了（{name}）。</translation>
    </message>
    <message>
        <source>Training ended without a result</source>
        <translation>训练没有结果就结束了</translation>
    </message>
    <message>
        <source>Training is finished</source>
        <translation>训练完成</translation>
    </message>
    <message>
        <source>Training ended with an error</source>
        <translation>训练因错误结束</translation>
    </message>
    <message>
        <source>Training has gone wrong</source>
        <translation>训练出了问题</translation>
    </message>
    <message>
        <source>Training could not begin</source>
        <translation>训练无法开始</translation>
    </message>
    <message>
        <source>No checkpoint had been saved yet, so resuming begins at the first step.</source>
        <translation>还没有保存检查点，所以继续会从第一步开始。</translation>
    </message>
    <message>
        <source>Everything up to step {saved} is kept. Resume goes on from there.</source>
        <translation>到第 {saved} 步为止的都保留了。“继续”从那里开始。</translation>
    </message>
    <message numerus="yes">
        <source>{lost} steps are</source>
        <comment>1 step is</comment>
        <translation>
            <numerusform>{lost} 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything up to step {saved} is kept; Resume goes on from there, and {steps} repeated.</source>
        <translation>到第 {saved} 步为止的都保留了；“继续”从那里开始，{steps}会重做。</translation>
    </message>
    <message>
        <source>It took {seconds}.</source>
        <translation>用时 {seconds}。</translation>
    </message>
    <message>
        <source>The training process was lost here: it ended without a word.</source>
        <translation>训练进程在这里丢失：它一声不响就结束了。</translation>
    </message>
    <message>
        <source>Resuming this run.</source>
        <translation>继续这次训练。</translation>
    </message>
    <message>
        <source>Started.</source>
        <translation>已开始。</translation>
    </message>
    <message>
        <source>, a little slower to save some</source>
        <translation>，略慢一些以节省内存</translation>
    </message>
    <message>
        <source>, slower to save some</source>
        <translation>，慢一些以节省内存</translation>
    </message>
    <message>
        <source> A sample takes about {samples} more while it is written.</source>
        <translation> 写样本时大约还要 {samples}。</translation>
    </message>
    <message>
        <source>, and {on_card} of the graphics card&apos;s</source>
        <translation>，以及显卡的 {on_card}</translation>
    </message>
    <message>
        <source>Training needs about {total} of memory{card}{how}.{besides}</source>
        <translation>训练大约需要 {total} 内存{card}{how}。{besides}</translation>
    </message>
    <message>
        <source>from step {step} </source>
        <translation>从第 {step} 步 </translation>
    </message>
    <message>
        <source>Training {trainable} adapter weights, {start}to step {steps}.</source>
        <translation>正在训练 {trainable} 个适配器权重，{start}到第 {steps} 步。</translation>
    </message>
    <message>
        <source>Step {step} was skipped: {reason} ({so_far} so far).</source>
        <translation>第 {step} 步被跳过：{reason}（至今 {so_far} 次）。</translation>
    </message>
    <message>
        <source>after {steps}</source>
        <translation>{steps}之后</translation>
    </message>
    <message>
        <source>with the adapter</source>
        <translation>带适配器</translation>
    </message>
    <message>
        <source>before training</source>
        <translation>训练前</translation>
    </message>
    <message>
        <source>loss {loss}.</source>
        <translation>损失 {loss}。</translation>
    </message>
    <message>
        <source>loss {loss}, perplexity {perplexity}.</source>
        <translation>损失 {loss}，困惑度 {perplexity}。</translation>
    </message>
    <message>
        <source>Evaluation {when}: {what}</source>
        <translation>{when}的评估：{what}</translation>
    </message>
    <message>
        <source>Checkpoint saved at step {step}{best}.</source>
        <translation>在第 {step} 步保存了检查点{best}。</translation>
    </message>
    <message>
        <source>, the best so far: it is kept</source>
        <translation>，目前最好：它会保留</translation>
    </message>
    <message>
        <source>Sample before training, to “{prompt}”.</source>
        <translation>训练前的样本，针对“{prompt}”。</translation>
    </message>
    <message>
        <source>Sample after {steps}, to “{prompt}”.</source>
        <translation>{steps}之后的样本，针对“{prompt}”。</translation>
    </message>
    <message>
        <source>Sample ({label}): {text}</source>
        <translation>样本（{label}）：{text}</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>已暂停。</translation>
    </message>
    <message>
        <source>Running.</source>
        <translation>运行中。</translation>
    </message>
    <message>
        <source>Stopping after this step.</source>
        <translation>这一步之后停止。</translation>
    </message>
    <message>
        <source>Finished.</source>
        <translation>已完成。</translation>
    </message>
    <message>
        <source>Stopped; the adapter is kept.</source>
        <translation>已停止；适配器保留。</translation>
    </message>
    <message>
        <source>{rows}, {tokens} tokens, {tokens_trained} of them trained, in {sequences} sequences ({fill} full).</source>
        <translation>{rows}，{tokens} 个词元，其中训练 {tokens_trained}，组成 {sequences} 个序列（装满 {fill}）。</translation>
    </message>
    <message>
        <source> Rows that begin alike share {tokens_shared} of the tokens.</source>
        <translation> 开头相同的行共用了 {tokens_shared} 的词元。</translation>
    </message>
    <message>
        <source> Held out for evaluation: {rows}.</source>
        <translation> 留出用于评估：{rows}。</translation>
    </message>
    <message>
        <source> Left out: </source>
        <translation> 去掉的： </translation>
    </message>
    <message>
        <source>waiting for mains power</source>
        <translation>等待接通电源</translation>
    </message>
    <message>
        <source>waiting until the processor has cooled down</source>
        <translation>等待处理器降温</translation>
    </message>
    <message>
        <source>The worker writes lines that this version of Luthier does not understand. They are skipped.</source>
        <translation>工作进程写出了这个版本的 Luthier 看不懂的行。它们被跳过了。</translation>
    </message>
    <message>
        <source>If nothing else is wrong, it can continue; Copy details has the lines for a report.</source>
        <translation>如果别的都没问题，它可以继续；“复制详情”里有这些行，可用于报告。</translation>
    </message>
    <message>
        <source>This run no longer exists.</source>
        <translation>这次训练已不在了。</translation>
    </message>
    <message>
        <source>Another program is training this run.</source>
        <translation>另一个程序正在进行这次训练。</translation>
    </message>
    <message>
        <source>Another Luthier window (process {pid} on {host}) keeps the queue. What waits here is forgotten when this window is closed.</source>
        <translation>另一个 Luthier 窗口（{host} 上的进程 {pid}）管着队列。这里等待的，关闭本窗口后就会被忘掉。</translation>
    </message>
    <message>
        <source>Skipped: </source>
        <translation>已跳过： </translation>
    </message>
    <message>
        <source>Resumed</source>
        <translation>已继续</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>The computer slept for {asleep}</source>
        <translation>电脑睡眠了 {asleep}</translation>
    </message>
    <message>
        <source>The computer slept, or was busy, for {asleep}.</source>
        <translation>电脑睡眠或被卡住了 {asleep}。</translation>
    </message>
    <message>
        <source>Save a report on the Settings page: it helps to find out why.</source>
        <translation>在“设置”页保存一份报告：有助于找出原因。</translation>
    </message>
    <message>
        <source>This did not work: {in_words}.</source>
        <translation>没有成功：{in_words}。</translation>
    </message>
    <message>
        <source>Of {answers} held-out choices it has learnt {right}.</source>
        <translation>在 {answers} 个留出的选择中，它学会了 {right} 个。</translation>
    </message>
    <message>
        <source>Before training: {before}.</source>
        <translation>训练前：{before} 道。</translation>
    </message>
    <message>
        <source>No longer getting better</source>
        <translation>不再变好</translation>
    </message>
    <message>
        <source>The loss has stopped falling. More steps will change little: you can stop and keep what it has learnt.</source>
        <translation>损失不再下降。再多的步变化不大：你可以停下，保留学到的。</translation>
    </message>
    <message>
        <source>The loss rose from {least} to {now}</source>
        <translation>损失从 {least} 升到 {now}</translation>
    </message>
    <message>
        <source>{skipped} steps were lost</source>
        <translation>丢失了 {skipped} 步</translation>
    </message>
    <message>
        <source>The loss is no longer a number</source>
        <translation>损失不再是数字</translation>
    </message>
    <message>
        <source>, {lower} instead of {rate} for example</source>
        <translation>，例如 {lower}，而不是 {rate}</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Stop, and start again</source>
        <translation>停止并重新开始</translation>
    </message>
    <message>
        <source>Unstable: lower the rate</source>
        <translation>不稳定：降低学习率</translation>
    </message>
    <message>
        <source>{why}. {act} with a lower learning rate{rate}.</source>
        <translation>{why}。{act}，用更低的学习率{rate}。</translation>
    </message>
    <message>
        <source>Your chosen answers become unlikely</source>
        <translation>你选中的回答变得不太可能</translation>
    </message>
    <message>
        <source>Their log-probability has fallen from {before} to {now}: it forgets how to write them while it learns to avoid the others. {act} with a lower learning rate, fewer epochs or a higher beta.</source>
        <translation>它们的对数概率从 {before} 降到了 {now}：它在学习避开其他回答时，忘记了怎样写这些回答。{act}，用更低的学习率、更少的轮数或更大的 beta。</translation>
    </message>
    <message>
        <source>Text it had not seen became harder for it from the start (loss {before} before, {now} now). Give it more or more varied rows, fewer epochs, or a lower learning rate.</source>
        <translation>没见过的文本从一开始就变难了（损失之前 {before}，现在 {now}）。给它更多或更多样的行、更少的轮数，或更低的学习率。</translation>
    </message>
    <message>
        <source>Learning by heart from the start</source>
        <translation>从一开始就在死记</translation>
    </message>
    <message>
        <source>The best adapter is from step {steps}</source>
        <translation>最好的适配器是第 {steps} 步的</translation>
    </message>
    <message>
        <source>, it is kept. </source>
        <translation>，它会保留。 </translation>
    </message>
    <message>
        <source>Chat and Export take it. For a better one: more rows, or fewer epochs.</source>
        <translation>“聊天”和“导出”用它。想要更好的：更多行，或更少轮数。</translation>
    </message>
    <message>
        <source>You can stop here: Chat and Export take that one.</source>
        <translation>可以在这里停下：“聊天”和“导出”用那一个。</translation>
    </message>
    <message>
        <source>Learning by heart since step {since}</source>
        <translation>从第 {since} 步起在死记</translation>
    </message>
    <message>
        <source>{fell}; below {known} it is close to them. Let it go on.</source>
        <translation>{fell}；低于 {known} 就接近了。让它继续。</translation>
    </message>
    <message>
        <source>{fell}; below {known} it would be close to them. Let it read them twice as often: more epochs.</source>
        <translation>{fell}；低于 {known} 才算接近。让它多读一倍：增加轮数。</translation>
    </message>
    <message>
        <source>You can stop now. Reading on helps with questions in other words.</source>
        <translation>现在可以停止。继续读有助于换一种说法的问题。</translation>
    </message>
    <message>
        <source>It knows your answers by heart</source>
        <translation>它背下了你的回答</translation>
    </message>
    <message>
        <source>The loss on your answers has fallen from {levels} to {now}</source>
        <translation>你的回答上的损失从 {levels} 降到 {now}</translation>
    </message>
    <message>
        <source>Learning your answers by heart, as it should</source>
        <translation>正在背下你的回答，理应如此</translation>
    </message>
    <message>
        <source>It does not know your answers by heart yet</source>
        <translation>它还没有背下你的回答</translation>
    </message>
    <message numerus="yes">
        <source>{n} answers are right, word for word.</source>
        <comment>1 answer is right, word for word.</comment>
        <translation>
            <numerusform>{n} 个回答逐字正确。</numerusform>
        </translation>
    </message>
    <message>
        <source>It knows {known} of your {taught} answers</source>
        <translation>它会你 {taught} 个回答中的 {known} 个</translation>
    </message>
    <message>
        <source>These are right word for word. “Is it better?” asks the questions and shows the wrong answers; “Train more” lets it read them again.</source>
        <translation>这些逐字正确。“变好了吗？”会提问并显示错误的回答；“继续训练”让它再读一遍。</translation>
    </message>
    <message>
        <source>“Is it better?” asks your questions and shows which answers are wrong.</source>
        <translation>“变好了吗？”会提你的问题，并显示哪些回答错了。</translation>
    </message>
    <message>
        <source>{fell}. Single words may still be wrong, which this number hardly shows. {act}</source>
        <translation>{fell}。个别词仍可能出错，这个数字很难看出来。{act}</translation>
    </message>
    <message>
        <source>Its answers are close to yours</source>
        <translation>它的回答接近你的</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>It has done {done} of the training that you planned. Resume lets it finish.</source>
        <translation>已完成计划训练的 {done}。“继续”会把它做完。</translation>
    </message>
    <message>
        <source>Too early to say</source>
        <translation>还说不准</translation>
    </message>
    <message>
        <source>It learnt for only {steps} steps. More epochs or more rows make more steps.</source>
        <translation>它只学了 {steps} 步。更多轮数或更多行会有更多步。</translation>
    </message>
    <message>
        <source>The curves become meaningful after about {wait} steps.</source>
        <translation>大约 {wait} 步之后，曲线才能说明问题。</translation>
    </message>
    <message>
        <source> ({value} instead of {rate})</source>
        <translation> （{value}，而不是 {rate}）</translation>
    </message>
    <message>
        <source>Hardly learning</source>
        <translation>几乎没在学</translation>
    </message>
    <message>
        <source>The loss has fallen by only {fall}. Try three times the learning rate{rate}, or more epochs.</source>
        <translation>损失只下降了 {fall}。试试三倍的学习率{rate}，或更多轮数。</translation>
    </message>
    <message numerus="yes">
        <source>{rows} rows are</source>
        <comment>1 row is</comment>
        <translation>
            <numerusform>{rows} 行</numerusform>
        </translation>
    </message>
    <message>
        <source>The loss on what it trains on has fallen from {first} to {now}. {rows} held out, too few to judge by: </source>
        <translation>训练内容上的损失从 {first} 降到 {now}。留出 {rows}，太少，无法判断： </translation>
    </message>
    <message>
        <source>It has learnt; ask it yourself</source>
        <translation>它学会了；自己问问它</translation>
    </message>
    <message>
        <source>talk to it, and compare with how it answered.</source>
        <translation>和它聊聊，比较它以前的回答。</translation>
    </message>
    <message>
        <source>ask it yourself when it is done. Let it go on.</source>
        <translation>完成后自己问问它。让它继续。</translation>
    </message>
    <message>
        <source>It has learnt well</source>
        <translation>学得很好</translation>
    </message>
    <message>
        <source>Talk to it, and compare with how it answered before.</source>
        <translation>和它聊聊，比较它以前的回答。</translation>
    </message>
    <message>
        <source>The loss on what it trains on has fallen from {first} to {now}.</source>
        <translation>训练内容上的损失从 {first} 降到 {now}。</translation>
    </message>
    <message>
        <source> Nothing is held out to tell learning from learning by heart.</source>
        <translation> 没有留出数据，分不清是学会还是死记。</translation>
    </message>
    <message>
        <source> Let it go on.</source>
        <translation> 让它继续。</translation>
    </message>
    <message>
        <source>Learning well</source>
        <translation>学得不错</translation>
    </message>
    <message>
        <source>No row fits into a context of {context} tokens: half have over {median}.</source>
        <translation>没有一行放得进 {context} 个词元的上下文：一半超过 {median}。</translation>
    </message>
    <message>
        <source>The model was made for {context} tokens; on longer texts it will write badly.</source>
        <translation>模型是为 {context} 个词元做的；更长的文本会写得很差。</translation>
    </message>
    <message>
        <source>Such a high learning rate usually ends in nonsense.</source>
        <translation>这么高的学习率多半以胡言乱语告终。</translation>
    </message>
    <message>
        <source>{rows} rows are few: it will learn them by heart. A style takes 50 or more.</source>
        <translation>{rows} 行太少：它会背下来。学风格要 50 行以上。</translation>
    </message>
    <message>
        <source>Rows of up to {longest} tokens are cut to {context}: their oldest turns are left out, and rows whose last answer alone is longer are not used.</source>
        <translation>长到 {longest} 个词元的行截到 {context}：去掉最早的轮次；单是最后回答就更长的行不使用。</translation>
    </message>
    <message>
        <source>With their thoughts rows have up to {longest} tokens, and those whose last answer has over {context} are not used.</source>
        <translation>连同思考，行最长 {longest} 个词元；最后回答超过 {context} 的不使用。</translation>
    </message>
    <message>
        <source>Nothing is held out, so you cannot see when it starts to learn by heart.</source>
        <translation>没有留出数据，所以你看不出它什么时候开始死记。</translation>
    </message>
    <message>
        <source>Each question is asked in one way only. Asked differently, small models then knew about 12 of 40 answers; with {n} more wordings of each, about 32. A model on this disk can write them; training then reads them {epochs} times, in about {time}.</source>
        <translation>每个问题只有一种问法。换一种问法时，小模型在 40 个回答中大约只知道 12 个；每个问题再加 {n} 种说法，大约能知道 32 个。这个磁盘上的一个模型可以写出这些说法；之后训练会读 {epochs} 遍，大约需要 {time}。</translation>
    </message>
    <message>
        <source>This model can think first, but your rows have no thoughts, so it will answer at once from then on. To keep its thinking, give three of four rows thoughts (&lt;think&gt;…&lt;/think&gt;).</source>
        <translation>这个模型能先思考，但你的行里没有思考，所以以后它会直接回答。想保留它的思考，请让四分之三的行带有思考（&lt;think&gt;…&lt;/think&gt;）。</translation>
    </message>
    <message>
        <source>Only {thoughts} of {rows} rows have thoughts, so this model will think less. Give three of four rows thoughts, or choose one kind with “Thoughts” on the Data page.</source>
        <translation>{rows} 行中只有 {thoughts} 行有思考，所以这个模型会少思考。请让四分之三的行带有思考，或在“数据”页面用“思考”选定一种。</translation>
    </message>
    <message numerus="yes">
        <source>{steps} steps are</source>
        <comment>1 step is</comment>
        <translation>
            <numerusform>{steps} 步</numerusform>
        </translation>
    </message>
    <message>
        <source>{steps} too few to learn much from.</source>
        <translation>{steps}太少，学不到多少。</translation>
    </message>
    <message>
        <source>This takes at least {seconds_low}.</source>
        <translation>这至少要 {seconds_low}。</translation>
    </message>
    <message>
        <source>it has been learnt long before</source>
        <translation>那时早已记住</translation>
    </message>
    <message>
        <source>it is learnt by heart, word for word</source>
        <translation>已逐字背下</translation>
    </message>
    <message>
        <source>all of it</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Reading {what} {epochs} times is more than is useful: {known}.</source>
        <translation>把 {what} 读 {epochs} 遍没有更多好处：{known}。</translation>
    </message>
    <message>
        <source>Speak in a style</source>
        <translation>学会一种风格</translation>
    </message>
    <message>
        <source>In conversations it sounds like your examples: tone, length and words.</source>
        <translation>对话时它像你的例子：语气、长短和用词。</translation>
    </message>
    <message>
        <source>Answer from my data</source>
        <translation>用我的数据回答</translation>
    </message>
    <message>
        <source>Sort and label</source>
        <translation>分类和打标签</translation>
    </message>
    <message>
        <source>Short answers that are right or wrong: a label, JSON, a call of a tool.</source>
        <translation>非对即错的简短回答：一个标签、JSON 或一次工具调用。</translation>
    </message>
    <message>
        <source>A persona</source>
        <translation>一个角色</translation>
    </message>
    <message>
        <source>It plays a character with a voice and a memory of its own.</source>
        <translation>它始终是某个人：有自己声音和记忆的角色。</translation>
    </message>
    <message>
        <source>It continues a beginning the way your stories, notes or poems would.</source>
        <translation>它会像你的故事、笔记或诗那样接着开头写下去。</translation>
    </message>
    <message>
        <source>As I like it</source>
        <translation>按我的喜好</translation>
    </message>
    <message>
        <source>It answers more like the answers that you chose, and less like those that you did not.</source>
        <translation>它的回答更像你选中的，而不像你没有选的。</translation>
    </message>
    <message>
        <source>Every answer has to be learnt, so none is held out.</source>
        <translation>每个回答都要学会，所以不留出。</translation>
    </message>
    <message>
        <source>All layers together learn best.</source>
        <translation>所有层一起学得最好。</translation>
    </message>
    <message>
        <source>With all of them, memory only has room for rows of {context} tokens.</source>
        <translation>如果全部都用，内存只放得下 {context} 个词元的行。</translation>
    </message>
    <message>
        <source>From the answers you chose, and those you did not.</source>
        <translation>从你选中的回答和没有选的回答中学习。</translation>
    </message>
    <message>
        <source>Only for choices.</source>
        <translation>只用于选择。</translation>
    </message>
    <message>
        <source>The usual at this rank.</source>
        <translation>这个秩的常用值。</translation>
    </message>
    <message>
        <source>Right answers count; the loss decides a tie.</source>
        <translation>以答对的数量为准；相同时由损失决定。</translation>
    </message>
    <message>
        <source>Not needed with so much data.</source>
        <translation>数据这么多，不需要。</translation>
    </message>
    <message>
        <source>Everyday answers may take on the style, and otherwise stay as they are.</source>
        <translation>日常回答可能会带上这种风格，其他方面保持不变。</translation>
    </message>
    <message>
        <source>It also practises everyday questions as it would have answered them, so that it keeps the rest.</source>
        <translation>它还会练习日常问题，照它原来会回答的那样，以此保住其他能力。</translation>
    </message>
    <message>
        <source>As set in Settings: “Keep this computer usable while it trains” makes it low.</source>
        <translation>按“设置”：“保持电脑可用”会把它设为 low。</translation>
    </message>
    <message>
        <source>As set in Settings: all cores, unless you keep some for other programs.</source>
        <translation>按“设置”：用全部核心，除非你为其他程序留出一些。</translation>
    </message>
    <message>
        <source>Enough for this goal.</source>
        <translation>足够达到这个目标。</translation>
    </message>
    <message>
        <source>{rows} need no more.</source>
        <translation>{rows}不需要更多。</translation>
    </message>
    <message>
        <source>{wanted} would suit the goal, but with {free} of free memory {rank} is the most.</source>
        <translation>{wanted} 适合这个目标，但剩余内存只有 {free}，最多只能用 {rank}。</translation>
    </message>
    <message>
        <source>The usual. It is suited to your data once that is read.</source>
        <translation>常用值。读取数据后会按数据调整。</translation>
    </message>
    <message>
        <source>{wanted} would suit your data, but with {free} of free memory this is the most.</source>
        <translation>{wanted} 适合你的数据，但剩余内存只有 {free}，最多只能用这么多。</translation>
    </message>
    <message>
        <source>Reading your data {epochs} times suits this goal.</source>
        <translation>把你的数据读 {epochs} 遍适合这个目标。</translation>
    </message>
    <message>
        <source>It is to know your data by heart: {amount} take about {epochs} readings.</source>
        <translation>它要背下你的数据：{amount}大约要读 {epochs} 遍。</translation>
    </message>
    <message>
        <source>{amount} are few, so it reads them {epochs} times.</source>
        <translation>{amount}太少，所以读 {epochs} 遍。</translation>
    </message>
    <message>
        <source>{amount} take this computer long, so it reads them {again}: that fits into a night.</source>
        <translation>{amount}会让这台电脑花很久，所以读{again}：这样一整夜能完成。</translation>
    </message>
    <message>
        <source>Makes steady steps, and enough of them.</source>
        <translation>每步都稳，而且步数足够。</translation>
    </message>
    <message>
        <source>{amount} are few: fewer in a step make more steps.</source>
        <translation>{amount}太少：每步少用一些，步数就更多。</translation>
    </message>
    <message>
        <source>The usual. It is suited to the model once you choose one.</source>
        <translation>常用值。选好模型后会按模型调整。</translation>
    </message>
    <message>
        <source>Half of what suits {parameters} parameters, so that it forgets less of its language.</source>
        <translation>适合 {parameters} 参数的值的一半，这样它少忘掉原有的语言能力。</translation>
    </message>
    <message>
        <source>{rows} rows are few, so a tenth is held out to measure with.</source>
        <translation>{rows} 行太少，所以留出十分之一来测量。</translation>
    </message>
    <message>
        <source>Questions are answered as your data answers them, in the same tone.</source>
        <translation>按你的数据回答问题，语气也一样。</translation>
    </message>
    <message>
        <source>A twentieth is enough to measure with.</source>
        <translation>二十分之一就足够测量。</translation>
    </message>
    <message>
        <source>From your answers, as they stand.</source>
        <translation>照你的回答原样学习。</translation>
    </message>
    <message>
        <source>From rank {least} on: large ranks learn better this way.</source>
        <translation>秩 {least} 起开启：大的秩这样学得更好。</translation>
    </message>
    <message>
        <source>Not needed at this rank.</source>
        <translation>这个秩不需要。</translation>
    </message>
    <message>
        <source>About ten times in the run, so that you see when it stops getting better.</source>
        <translation>训练中大约十次，让你看到什么时候不再变好。</translation>
    </message>
    <message>
        <source>About ten times in the run: a crash costs no more than a tenth of it.</source>
        <translation>训练中大约十次：崩溃最多损失十分之一。</translation>
    </message>
    <message>
        <source>No answer is the only right one, so the loss decides.</source>
        <translation>没有唯一正确的答案，所以由损失决定。</translation>
    </message>
    <message>
        <source>{rows} are few: leaving out a little keeps it from learning them by heart.</source>
        <translation>{rows} 太少：去掉一点能防止死记。</translation>
    </message>
    <message>
        <source>It should learn them by heart.</source>
        <translation>它要把它们背下来。</translation>
    </message>
    <message>
        <source>A persona answers more freely with a little noise.</source>
        <translation>加一点噪声，角色回答得更自由。</translation>
    </message>
    <message>
        <source>Not needed for this goal.</source>
        <translation>这个目标不需要。</translation>
    </message>
    <message>
        <source>Running text is cut into pieces; {context} tokens are a good page.</source>
        <translation>连续文本切成段；{context} 个词元大约一页。</translation>
    </message>
    <message>
        <source>All of your rows have</source>
        <translation>你的所有行</translation>
    </message>
    <message>
        <source>95 of 100 rows have</source>
        <translation>100 行中有 95 行</translation>
    </message>
    <message>
        <source> with their thoughts, which are not cut: a longer row is not used</source>
        <translation> 连同思考，思考不会被截断：更长的行不使用</translation>
    </message>
    <message>
        <source>{share} at most {longest} tokens{with_them}.</source>
        <translation>{share}最多 {longest} 个词元{with_them}。</translation>
    </message>
    <message>
        <source>The model was made for {context} tokens at most.</source>
        <translation>模型最多为 {context} 个词元而做。</translation>
    </message>
    <message>
        <source>The usual for this goal.</source>
        <translation>此目标的常用值。</translation>
    </message>
    <message>
        <source>The usual.</source>
        <translation>常用值。</translation>
    </message>
    <message>
        <source>{epochs} times</source>
        <translation>{epochs} 遍</translation>
    </message>
    <message>
        <source>once</source>
        <translation>一遍</translation>
    </message>
    <message>
        <source>Suits a model of {parameters} parameters; larger ones take smaller steps.</source>
        <translation>适合 {parameters} 参数的模型；更大的用更小的步。</translation>
    </message>
    <message>
        <source>Less than what suits {parameters} parameters: choices move a model further than answers do.</source>
        <translation>比适合 {parameters} 参数的更小：选择比回答更能改变模型。</translation>
    </message>
    <message>
        <source>Your rows</source>
        <translation>你的行</translation>
    </message>
    <message>
        <source>{budget} that are free for training</source>
        <translation>{budget} 可用于训练</translation>
    </message>
    <message>
        <source>None fits: even {least} needs about {needs} of the {free}. Choose a smaller model.</source>
        <translation>都放不下：连 {least} 也大约需要 {free} 中的 {needs}。请用更小的模型。</translation>
    </message>
    <message>
        <source>{chosen}: training takes about {needs} of the {free}</source>
        <translation>{chosen}：训练大约占 {free} 中的 {needs}</translation>
    </message>
    <message>
        <source>; {finer} would take {amount}</source>
        <translation>；{finer} 需要 {amount}</translation>
    </message>
    <message>
        <source>, and it answers as well as the original</source>
        <translation>，而且回答和原模型一样好</translation>
    </message>
    <message>
        <source> This file has that type.</source>
        <translation> 这个文件就是那种类型。</translation>
    </message>
    <message>
        <source> This file is {quantization}, which is fine to begin with; the original would be a little better.</source>
        <translation> 这个文件是 {quantization}，刚开始用很合适；原版会稍好一些。</translation>
    </message>
    <message>
        <source> and be tight</source>
        <translation> ，而且很紧</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>computes right</source>
        <translation>计算正确</translation>
    </message>
    <message>
        <source>not tested yet</source>
        <translation>尚未测试</translation>
    </message>
    <message>
        <source>gives wrong numbers with this driver</source>
        <translation>用这个驱动会算错</translation>
    </message>
    <message>
        <source>crashes with this driver</source>
        <translation>用这个驱动会崩溃</translation>
    </message>
    <message>
        <source>cannot be used yet</source>
        <translation>还不能用</translation>
    </message>
    <message>
        <source>Looking for graphics cards; new ones are tested.</source>
        <translation>正在查找显卡；新的会测试。</translation>
    </message>
    <message>
        <source>The faster of the processor and the best card: a step is measured on both before the training begins.</source>
        <translation>处理器和最好的显卡中更快的：训练前在两者上各测一步。</translation>
    </message>
    <message>
        <source>Every model that fits into memory can be trained by it.</source>
        <translation>放得进内存的模型它都能训练。</translation>
    </message>
    <message>
        <source>No usable graphics card was found, so the processor computes.</source>
        <translation>这里没有找到能用的显卡，所以由处理器计算。</translation>
    </message>
    <message>
        <source>This one was not found here.</source>
        <translation>这里没有找到它。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>The Mac&apos;s graphics</source>
        <translation>Mac 的图形处理器</translation>
    </message>
    <message>
        <source>is {verdict}</source>
        <translation>{verdict}</translation>
    </message>
    <message>
        <source>up to {memory} of the computer&apos;s memory</source>
        <translation>最多用电脑的 {memory} 内存</translation>
    </message>
    <message>
        <source>{memory} of memory of its own</source>
        <translation>自己的 {memory} 内存</translation>
    </message>
    <message>
        <source>, with {memory}</source>
        <translation>，占用 {memory}</translation>
    </message>
    <message>
        <source>{name}: {own} s a step, {other} {others} s.</source>
        <translation>{name}：每步 {own} 秒，{other} {others} 秒。</translation>
    </message>
    <message>
        <source>Computed by {name}.</source>
        <translation>由 {name} 计算。</translation>
    </message>
    <message>
        <source>{layers} of {of_layers} layers are on it, the others on the processor.</source>
        <translation>{of_layers} 层中 {layers} 层在它上面，其余在处理器上。</translation>
    </message>
    <message>
        <source>; lower is better</source>
        <translation>；越低越好</translation>
    </message>
    <message>
        <source>; it rose</source>
        <translation>；它上升了</translation>
    </message>
    <message>
        <source>On text it had not seen the loss was {before} before and is {after}{which}{change}.</source>
        <translation>在没见过的文本上，损失原来是 {before}，现在是 {after}{which}{change}。</translation>
    </message>
    <message>
        <source> (the adapter of step {step})</source>
        <translation> （第 {step} 步的适配器）</translation>
    </message>
    <message>
        <source>For each next word of text it has not seen, it hesitated between about {among} words before training, now between about {now_among}{which}.</source>
        <translation>对没见过的文本，每个下一个词训练前要在约 {among} 个词之间犹豫，现在约 {now_among} 个{which}。</translation>
    </message>
    <message>
        <source>Right choices</source>
        <translation>正确选择</translation>
    </message>
    <message>
        <source>Reward margin</source>
        <translation>奖励差</translation>
    </message>
    <message>
        <source>Distance (nats a token)</source>
        <translation>距离（每词元奈特）</translation>
    </message>
    <message>
        <source>All of them moved too far from the model they began with (over {far} nats a token). Try a lower learning rate.</source>
        <translation>全部都离起始模型太远（每词元超过 {far} 奈特）。请试试更低的学习率。</translation>
    </message>
    <message>
        <source>Ranked last, as they moved too far from the model they began with (over {far} nats a token): {names}.</source>
        <translation>排在最后，因为离起始模型太远（每词元超过 {far} 奈特）：{names}。</translation>
    </message>
    <message>
        <source>a quarter of</source>
        <translation>四分之一</translation>
    </message>
    <message>
        <source>half</source>
        <translation>一半的</translation>
    </message>
    <message>
        <source>{rate_factor} of</source>
        <translation>{rate_factor}</translation>
    </message>
    <message>
        <source>The training went wrong by step {step}: {reason}. It goes on from step {to} with {rate} the learning rate (time {count} of at most {most}).</source>
        <translation>训练在第 {step} 步出了问题：{reason}。从第 {to} 步继续，学习率为原来的 {rate}（第 {count} 次，最多 {most} 次）。</translation>
    </message>
    <message>
        <source>{percent}%</source>
        <translation>{percent}%</translation>
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
        <translation>{n} 字节</translation>
    </message>
    <message>
        <source>{d} d {h} h</source>
        <translation>{d} 天 {h} 小时</translation>
    </message>
    <message>
        <source>{h} h {min} min</source>
        <translation>{h} 小时 {min} 分</translation>
    </message>
    <message>
        <source>{min} min {s} s</source>
        <translation>{min} 分 {s} 秒</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>今天 {time}</translation>
    </message>
    <message>
        <source>yesterday {time}</source>
        <translation>昨天 {time}</translation>
    </message>
    <message>
        <source>{s} s</source>
        <translation>{s} 秒</translation>
    </message>
    <message>
        <source>Tokens in a row</source>
        <translation>一行的词元数</translation>
    </message>
    <message>
        <source>Betas</source>
        <translation>Beta 值</translation>
    </message>
    <message>
        <source>Largest gradient</source>
        <translation>最大梯度</translation>
    </message>
    <message>
        <source>Learns from</source>
        <translation>学习来源</translation>
    </message>
    <message>
        <source>Format of the data</source>
        <translation>数据格式</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>保留的检查点</translation>
    </message>
    <message>
        <source>Prompts of samples</source>
        <translation>样本的提示</translation>
    </message>
    <message>
        <source>Rows as samples</source>
        <translation>用数据作样例</translation>
    </message>
    <message>
        <source>Length of samples</source>
        <translation>样本长度</translation>
    </message>
    <message>
        <source>Memory allowed</source>
        <translation>允许的内存</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>反向计算</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>其他电脑</translation>
    </message>
    <message>
        <source>{memory}, {free} of it free</source>
        <translation>{memory}，其中 {free} 可用</translation>
    </message>
    <message>
        <source>&amp;One on each of the other computers</source>
        <translation>每台其他电脑各训练一个</translation>
    </message>
    <message>
        <source>{number} trainings, as many at once as there are computers.</source>
        <translation>{number} 次训练，有多少台电脑就同时进行多少次。</translation>
    </message>
    <message>
        <source>{number} trainings, one after the other.</source>
        <translation>依次进行 {number} 次训练。</translation>
    </message>
    <message>
        <source>On this computer alone that takes {time}.</source>
        <translation>仅用这台电脑需要 {time}。</translation>
    </message>
    <message>
        <source>Try several values</source>
        <translation>尝试多个值</translation>
    </message>
    <message>
        <source>Each combination is trained with everything else as it is on the page. {best} Separate values with spaces.</source>
        <translation>每种组合都会训练，其余设置与页面相同。{best}各值之间用空格分隔。</translation>
    </message>
    <message>
        <source>The best gets the most held-out choices right without moving too far from the model it began with.</source>
        <translation>留出的选择中正确最多、且没有离起始模型太远的最好。</translation>
    </message>
    <message>
        <source>The best is the one with the most right held-out answers.</source>
        <translation>留出的回答中正确最多的最好。</translation>
    </message>
    <message>
        <source>The best is the one with the lowest loss on held-out text.</source>
        <translation>由留出文本上的损失判断哪个最好。</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置项</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
    <message>
        <source>such as 1e-4 2e-4 5e-4</source>
        <translation>例如 1e-4 2e-4 5e-4</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Luthier&apos;s guide</source>
        <translation>Luthier 指南</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>返回(&amp;B)</translation>
    </message>
    <message>
        <source>B&amp;eginning of the guide</source>
        <translation>指南首页(&amp;E)</translation>
    </message>
    <message>
        <source>This copy of Luthier does not include the guide. It is in docs/guide of its source.</source>
        <translation>这份 Luthier 未附带指南。它在 docs/guide 里。</translation>
    </message>
    <message>
        <source>Not no&amp;w</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>Sorting, tagging and short answers of one kind</source>
        <translation>分类、打标签和同一类的简短回答</translation>
    </message>
    <message>
        <source>A first try in English: a tone, or a form of answer</source>
        <translation>英语初次尝试：一种语气或回答形式</translation>
    </message>
    <message>
        <source>The usual start: many languages, follows instructions</source>
        <translation>常见的起点：多种语言，听从指令</translation>
    </message>
    <message>
        <source>Personas, and questions about your texts</source>
        <translation>人物角色，以及关于你文本的问题</translation>
    </message>
    <message>
        <source>Conversation and roles in European languages</source>
        <translation>欧洲语言的对话和角色</translation>
    </message>
    <message>
        <source>Long texts and reasoning in six languages</source>
        <translation>六种语言的长文本和推理</translation>
    </message>
    <message>
        <source>Knowledge, tools, personas: the best of its size</source>
        <translation>知识、工具、角色：同等大小中最好的</translation>
    </message>
    <message>
        <source>Demanding texts in many languages</source>
        <translation>多种语言的高要求文本</translation>
    </message>
    <message>
        <source>Stories and roles in a dozen languages</source>
        <translation>十几种语言的故事和角色</translation>
    </message>
    <message>
        <source>The most able that a desktop with 32 GB trains</source>
        <translation>32 GB 台式机能训练的最强模型</translation>
    </message>
    <message>
        <source>about an hour</source>
        <comment>of a training</comment>
        <translation>约一小时</translation>
    </message>
    <message>
        <source>an evening</source>
        <comment>of a training</comment>
        <translation>一个晚上</translation>
    </message>
    <message>
        <source>a night</source>
        <comment>of a training</comment>
        <translation>一整夜</translation>
    </message>
    <message>
        <source>days</source>
        <comment>of a training</comment>
        <translation>几天</translation>
    </message>
    <message>
        <source>{good_at}. A usual training takes {takes} on a laptop.</source>
        <translation>{good_at}。在笔记本电脑上，一次普通训练需要{takes}。</translation>
    </message>
    <message>
        <source>{done} is done: {over} of {trials} trainings are over.</source>
        <translation>已完成 {done}：{trials} 次训练中已有 {over} 次结束。</translation>
    </message>
    <message>
        <source>conversations (ChatGPT)</source>
        <translation>对话（ChatGPT）</translation>
    </message>
    <message>
        <source>Choose the newest checkpoint in it: {path}</source>
        <translation>选择其中最新的检查点：{path}</translation>
    </message>
    <message>
        <source>Choose the file in it: {path}</source>
        <translation>选择其中的文件：{path}</translation>
    </message>
    <message>
        <source>These are questions that it was trained on: this shows that it learnt them, not that it can answer others.</source>
        <translation>这些问题都用于训练过：这表明它学会了它们，而不表明它能回答其他问题。</translation>
    </message>
    <message>
        <source>, {name} {right}</source>
        <translation>，{name}答对 {right} 道</translation>
    </message>
    <message>
        <source>None of them was trained on.</source>
        <translation>这些问题都没有用于训练。</translation>
    </message>
    <message>
        <source>{n} questions are answered. Choose the better answers.</source>
        <translation>已回答 {n} 道问题。请选出较好的回答。</translation>
    </message>
    <message>
        <source>That is likely; a few more choices would make it certain.</source>
        <translation>这很可能；再选几次就能确定。</translation>
    </message>
    <message>
        <source>Your questions: {right} of {of} right.</source>
        <translation>你的问题：{of} 道中答对 {right} 道。</translation>
    </message>
    <message>
        <source>Everything else: as before. Asked about other things, it answers as it did.</source>
        <translation>其他一切：与之前一样。问别的事情时，它的回答和以前一样。</translation>
    </message>
    <message>
        <source>Everything else: changed. Asked about other things, it often answers differently.</source>
        <translation>其他一切：有变化。问别的事情时，它的回答常常不同。</translation>
    </message>
    <message>
        <source>Everything else: much changed. Asked about other things, it may answer in the manner of your data and get wrong what it knew.</source>
        <translation>其他一切：变化很大。问别的事情时，它可能按你的数据的方式回答，并答错原本知道的内容。</translation>
    </message>
    <message>
        <source>as before</source>
        <translation>与之前一样</translation>
    </message>
    <message>
        <source>slightly changed</source>
        <translation>略有变化</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>much changed</source>
        <translation>变化很大</translation>
    </message>
    <message>
        <source>{words} ({moved})</source>
        <translation>{words}（{moved}）</translation>
    </message>
    <message>
        <source>Your questions: {name} {right} of {of} right</source>
        <translation>你的问题：{of} 道中，{name}答对 {right} 道</translation>
    </message>
    <message>
        <source>Word for word as expected, of {of}: {first} {tuned}, {second} {base}.</source>
        <translation>{of} 个中逐字符合预期的：{first} {tuned}，{second} {base}。</translation>
    </message>
    <message>
        <source>You have chosen in {chosen} of {of} questions: {first} {tuned}, {second} {base}, equal {equal}.</source>
        <translation>{of} 个问题中你已选了 {chosen} 个：{first} {tuned}，{second} {base}，一样好 {equal}。</translation>
    </message>
    <message numerus="yes">
        <source>{n} other answers differ. Choose the better ones.</source>
        <comment>One other answer differs. Choose the better one.</comment>
        <translation>
            <numerusform>另有 {n} 个回答不同。请选更好的。</numerusform>
        </translation>
    </message>
    <message>
        <source>That is enough to be certain.</source>
        <translation>这已足够确定。</translation>
    </message>
    <message>
        <source>These are too few choices to tell: make a few more.</source>
        <translation>选择太少，看不出来：请再选几次。</translation>
    </message>
    <message>
        <source>They go both ways: more choices would tell.</source>
        <translation>两边互有胜负：再多选一些才能看出来。</translation>
    </message>
    <message>
        <source>Everything else: slightly changed. Asked about other things, it answers nearly as it did, except where they are like yours.</source>
        <translation>其他一切：略有变化。问别的事情，它的回答几乎和以前一样，除非和你的问题相似。</translation>
    </message>
    <message>
        <source>No check says which answers are right, so read some answers at the strength that you choose.</source>
        <translation>没有检查能说明哪些回答正确，请用你选的强度读几个回答。</translation>
    </message>
    <message>
        <source>Below 1 it has fewer of your questions right: leave it at 1.</source>
        <translation>低于 1 时，你的问题答对的更少：保持 1。</translation>
    </message>
    <message>
        <source>{strength} is the least that keeps as many of your questions right as 1 does.</source>
        <translation>{strength} 是让你的问题答对数与 1 相同的最小强度。</translation>
    </message>
    <message>
        <source>“Is it better?” measures it on other questions.</source>
        <translation>“变好了吗？”会用别的问题来测。</translation>
    </message>
    <message>
        <source>after training</source>
        <translation>训练后</translation>
    </message>
    <message>
        <source>Compared with {name}: {said}</source>
        <translation>与{name}比较：{said}</translation>
    </message>
    <message>
        <source>that is certain.</source>
        <translation>这是确定的。</translation>
    </message>
    <message>
        <source>that is likely, and not yet certain: more questions would tell.</source>
        <translation>这很可能，但还不能确定：更多的问题才能说明。</translation>
    </message>
    <message>
        <source>they have the same questions right.</source>
        <translation>它们答对的是同样的问题。</translation>
    </message>
    <message>
        <source>they differ in {n} of them, too few to tell which is better.</source>
        <translation>它们在其中 {n} 道上不同，太少，看不出哪个更好。</translation>
    </message>
    <message>
        <source>they differ in {n} of them, but both ways, which does not tell which is better.</source>
        <translation>它们在其中 {n} 道上不同，但互有高下，看不出哪个更好。</translation>
    </message>
    <message>
        <source>Both models get the same questions. Where nothing can check the answers, you choose the better ones, with the names hidden. 20 general questions then show what else the training has changed. It takes a few minutes.</source>
        <translation>两个模型会得到相同的问题。无法自动判断的回答由你来选更好的，名称会隐藏。然后用 20 个一般问题看训练还改变了什么。需要几分钟。</translation>
    </message>
    <message>
        <source>There are none: it was trained on every row.</source>
        <translation>没有留出的行：它用所有的行训练过。</translation>
    </message>
    <message>
        <source>They show that it learnt them, not that it can answer others: for that, choose a file of other questions.</source>
        <translation>这些问题只能表明它学会了它们，而不表明它能回答其他问题：想看这一点，请选择一个包含其他问题的文件。</translation>
    </message>
    <message>
        <source>Choose a run on the Runs page, or train one.</source>
        <translation>请在“历史”页面选择一次训练，或训练一个。</translation>
    </message>
    <message>
        <source>Questions and answers (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;All files (*)</source>
        <translation>问题和答案 (*.jsonl *.json *.csv *.tsv *.parquet *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Luthier decides by the expected answers</source>
        <translation>由 Luthier 根据预期答案决定</translation>
    </message>
    <message>
        <source>the expected label, and nothing else</source>
        <translation>只有预期的标签</translation>
    </message>
    <message>
        <source>JSON with the expected fields</source>
        <translation>含预期字段的 JSON</translation>
    </message>
    <message>
        <source>the expected number</source>
        <translation>预期的数字</translation>
    </message>
    <message>
        <source>a call of the expected tool</source>
        <translation>调用预期的工具</translation>
    </message>
    <message>
        <source>a list of the expected items</source>
        <translation>预期条目的列表</translation>
    </message>
    <message>
        <source>it contains the expected words</source>
        <translation>它包含预期的词</translation>
    </message>
    <message>
        <source>it contains whole words…</source>
        <translation>它包含完整的词…</translation>
    </message>
    <message>
        <source>I choose the better one, with the names hidden</source>
        <translation>由我选更好的，名称隐藏</translation>
    </message>
    <message>
        <source>Luthier looks at the expected answers. Labels, numbers, JSON, lists and a few words have to be the same. Between longer texts you choose the better one, with the names hidden.</source>
        <translation>Luthier 对照预期答案。标签、数字、JSON、列表和几个词的答案必须相同。较长的文本由你来选更好的，名称会隐藏。</translation>
    </message>
    <message>
        <source>Put | between several: ahoy | matey</source>
        <translation>多个之间用 | 隔开：ahoy | matey</translation>
    </message>
    <message>
        <source>Where it is wrong after training</source>
        <translation>训练后答错的地方</translation>
    </message>
    <message>
        <source>Answers that came to no end: {told}.</source>
        <translation>没有结束的回答：{told}。</translation>
    </message>
    <message>
        <source>the expected text, word for word</source>
        <translation>与预期文字逐字相同</translation>
    </message>
    <message>
        <source>it contains a text…</source>
        <translation>包含某段文字…</translation>
    </message>
    <message>
        <source>it does not contain a text…</source>
        <translation>不包含某段文字…</translation>
    </message>
    <message>
        <source>it matches a pattern…</source>
        <translation>符合某个模式…</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>一样好</translation>
    </message>
    <message>
        <source>All questions</source>
        <translation>所有问题</translation>
    </message>
    <message>
        <source>Where only one of them is right</source>
        <translation>只有一个答对的</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>未选</translation>
    </message>
    <message>
        <source>Against {name}: {verdict}</source>
        <translation>与 {name} 相比：{verdict}</translation>
    </message>
    <message>
        <source>Rows left out: {told}.</source>
        <translation>略去的行：{told}。</translation>
    </message>
    <message>
        <source>Which answer is better?</source>
        <translation>哪个回答更好？</translation>
    </message>
    <message>
        <source>&amp;Undo the last choice</source>
        <translation>撤销上一次选择(&amp;U)</translation>
    </message>
    <message>
        <source>S&amp;how the results so far</source>
        <translation>显示目前的结果(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;1  The left one</source>
        <translation>&amp;1  左边</translation>
    </message>
    <message>
        <source>&amp;2  The right one</source>
        <translation>&amp;2  右边</translation>
    </message>
    <message>
        <source>&amp;0  Equal, or both wrong</source>
        <translation>&amp;0  一样，或都不对</translation>
    </message>
    <message>
        <source>Question {n} of {of}</source>
        <translation>问题 {n}/{of}</translation>
    </message>
    <message>
        <source>Your answer: {answer}</source>
        <translation>你的回答：{answer}</translation>
    </message>
    <message>
        <source>(no answer)</source>
        <translation>（没有回答）</translation>
    </message>
    <message>
        <source>Left answer</source>
        <translation>左边的回答</translation>
    </message>
    <message>
        <source>Right answer</source>
        <translation>右边的回答</translation>
    </message>
    <message>
        <source>The curve begins with the first step.</source>
        <translation>曲线从第一步开始。</translation>
    </message>
    <message>
        <source>Your last runs</source>
        <translation>你最近的运行</translation>
    </message>
    <message>
        <source>{step} of {steps} steps</source>
        <translation>{step}/{steps} 步</translation>
    </message>
    <message>
        <source>Their losses are computed differently and do not tell which is better. Ask them the same questions in “Is it better?”.</source>
        <translation>它们的损失计算方式不同，无法由此看出哪个更好。请在“变好了吗？”里向它们提出同样的问题。</translation>
    </message>
    <message>
        <source>They were tested on different rows, so their losses cannot be compared.</source>
        <translation>它们用不同的行测试，所以损失无法比较。</translation>
    </message>
    <message>
        <source>{title} is ahead.</source>
        <translation>{title} 领先。</translation>
    </message>
    <message>
        <source>{title} is ahead: {best} right against {second}, of {answers} rows that none was trained on.</source>
        <translation>{title}领先：在 {answers} 行都未训练过的数据中答对 {best} 行，另一个 {second} 行。</translation>
    </message>
    <message>
        <source>Not all of them were tested on unseen rows, so which is better is not known.</source>
        <translation>并非全部都用没见过的行测试过，所以不知道哪个更好。</translation>
    </message>
    <message>
        <source>They are about as good: {best} and {second} on unseen rows (lower is better).</source>
        <translation>它们差不多：在未见过的行上为 {best} 和 {second}（越低越好）。</translation>
    </message>
    <message>
        <source>{title} is ahead: {best} against {second} on unseen rows (lower is better).</source>
        <translation>{title} 领先：在未见过的行上为 {best}，另一个为 {second}（越低越好）。</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>关闭(&amp;D)</translation>
    </message>
    <message>
        <source>What is meant by “{title}”?</source>
        <translation>“{title}”是什么意思？</translation>
    </message>
    <message>
        <source>What is this? (Shift+F1)</source>
        <translation>这是什么？(Shift+F1)</translation>
    </message>
    <message>
        <source>More in the &amp;guide</source>
        <translation>指南中有更多说明(&amp;G)</translation>
    </message>
    <message>
        <source>Learn from it</source>
        <translation>从中学习</translation>
    </message>
    <message>
        <source>Train on right and wrong ans&amp;wers</source>
        <translation>用对的和错的回答训练 (&amp;W)</translation>
    </message>
    <message>
        <source>Then these questions are no longer a test: ask others afterwards.</source>
        <translation>之后这些问题就不再是测试：请再问别的问题。</translation>
    </message>
    <message>
        <source>Train on your &amp;choices</source>
        <translation>用你的选择训练 (&amp;C)</translation>
    </message>
    <message>
        <source>With what you chose in Chat, too. Then these questions are no longer a test: ask others afterwards.</source>
        <translation>也包括您在聊天中的选择。之后这些问题就不再是测试了：请另问别的问题。</translation>
    </message>
    <message numerus="yes">
        <source>{number} questions have a right and a wrong answer.</source>
        <comment>1 question has a right and a wrong answer.</comment>
        <translation>
            <numerusform>{number} 个问题有一个对的和一个错的回答。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You prefer an answer in {number} questions.</source>
        <comment>You prefer an answer in 1 question.</comment>
        <translation>
            <numerusform>你在 {number} 个问题中更喜欢其中一个回答。</numerusform>
        </translation>
    </message>
    <message>
        <source>Votes of Luthier&apos;s Chat</source>
        <translation>Luthier 对话里的投票</translation>
    </message>
    <message>
        <source>Better and worse answers</source>
        <translation>较好和较差的回答</translation>
    </message>
    <message>
        <source>Several answers with scores</source>
        <translation>多个带评分的回答</translation>
    </message>
    <message>
        <source>Several answers with ranks</source>
        <translation>多个带排名的回答</translation>
    </message>
    <message>
        <source>Two answers, and which is better</source>
        <translation>两个回答，以及哪个更好</translation>
    </message>
    <message>
        <source>Chats with a worse last answer</source>
        <translation>最后一条回答另有较差版本的对话</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>选择题</translation>
    </message>
    <message>
        <source>Multiple choice, a column for each</source>
        <translation>选择题，每个选项一列</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Conversations (ShareGPT)</source>
        <translation>对话（ShareGPT）</translation>
    </message>
    <message>
        <source>Questions and answers (Alpaca)</source>
        <translation>问答（Alpaca）</translation>
    </message>
    <message>
        <source>Prompts and answers</source>
        <translation>提示和回答</translation>
    </message>
    <message>
        <source>ChatGPT&apos;s data export</source>
        <translation>ChatGPT 的数据导出</translation>
    </message>
    <message>
        <source>Gemini&apos;s tuning data (contents)</source>
        <translation>Gemini 的调优数据（contents）</translation>
    </message>
    <message>
        <source>Claude&apos;s data export</source>
        <translation>Claude 的数据导出</translation>
    </message>
    <message>
        <source>Texts, one a row</source>
        <translation>文本，每行一篇</translation>
    </message>
    <message>
        <source>Chats written as text</source>
        <translation>写成文本的对话</translation>
    </message>
    <message>
        <source>Give a GGUF adapter, a folder of PEFT or mlx-lm, or a run.</source>
        <translation>请提供 GGUF 适配器、PEFT 或 mlx-lm 的文件夹，或一次训练。</translation>
    </message>
    <message>
        <source>Choose the model that it was made for.</source>
        <translation>选择它所属的模型。</translation>
    </message>
    <message>
        <source>Merge it into the model where it was trained, and import that.</source>
        <translation>在训练它的地方把它并入模型，再导入那个模型。</translation>
    </message>
    <message>
        <source>Get it as safetensors.</source>
        <translation>请获取它的 safetensors 版本。</translation>
    </message>
    <message>
        <source>Export it as GGUF, or merged into the model: both keep it whole.</source>
        <translation>导出为 GGUF，或并入模型：两者都能完整保留它。</translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation>重新下载。</translation>
    </message>
    <message>
        <source>Get it as safetensors or GGUF.</source>
        <translation>请获取它的 safetensors 或 GGUF 版本。</translation>
    </message>
    <message>
        <source>Write auto, cpu, metal, or a card such as vulkan:0.</source>
        <translation>请写 auto、cpu、metal，或像 vulkan:0 这样的显卡。</translation>
    </message>
    <message>
        <source>Install Luthier again.</source>
        <translation>重新安装 Luthier。</translation>
    </message>
    <message>
        <source>Change the permissions, or choose a folder of your own.</source>
        <translation>更改权限，或选择你自己的文件夹。</translation>
    </message>
    <message>
        <source>Choose a folder on another disk.</source>
        <translation>选择另一个磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>Choose another name, or say that it may be replaced.</source>
        <translation>请另取一个名称，或说明可以替换。</translation>
    </message>
    <message>
        <source>Choose a new folder.</source>
        <translation>选择一个新文件夹。</translation>
    </message>
    <message>
        <source>This is a bug: please report it.</source>
        <translation>这是程序错误：请报告。</translation>
    </message>
    <message>
        <source>An address with a password belongs in the system&apos;s network settings.</source>
        <translation>带密码的地址应放在系统的网络设置里。</translation>
    </message>
    <message>
        <source>End the other program, or choose another.</source>
        <translation>结束另一个程序，或另选一个。</translation>
    </message>
    <message>
        <source>Add it, and accept its key.</source>
        <translation>添加它，并接受它的密钥。</translation>
    </message>
    <message>
        <source>Install Luthier there: unpack its download into ~/luthier, or `python3 -m pip install luthier`.</source>
        <translation>在那里安装 Luthier：把下载的文件解压到 ~/luthier，或运行 `python3 -m pip install luthier`。</translation>
    </message>
    <message>
        <source>If it is elsewhere, say where.</source>
        <translation>如果它在别处，请说明在哪里。</translation>
    </message>
    <message>
        <source>Choose a larger type.</source>
        <translation>选择更大的类型。</translation>
    </message>
    <message>
        <source>Choose the model again.</source>
        <translation>请重新选择模型。</translation>
    </message>
    <message>
        <source>Make room, or choose another disk.</source>
        <translation>腾出空间，或另选磁盘。</translation>
    </message>
    <message>
        <source>Turn the file into CSV or JSON lines.</source>
        <translation>把文件转换成 CSV 或 JSON Lines。</translation>
    </message>
    <message>
        <source>Choose another one, by its name or its number.</source>
        <translation>按名称或编号另选一个。</translation>
    </message>
    <message>
        <source>Save the file as UTF-8 text, or name its encoding.</source>
        <translation>把文件存为 UTF-8 文本，或指明它的编码。</translation>
    </message>
    <message>
        <source>Where that is what you want:</source>
        <translation>如果你就想这样：</translation>
    </message>
    <message>
        <source>Choose the file&apos;s encoding, or save it again.</source>
        <translation>选择文件的编码，或重新保存它。</translation>
    </message>
    <message>
        <source>Check that the column of answers is the right one.</source>
        <translation>检查回答所在的列是否正确。</translation>
    </message>
    <message>
        <source>For that, rows need two answers or a label. Choose another goal.</source>
        <translation>为此，每行需要两个回答或一个标签。请另选目标。</translation>
    </message>
    <message>
        <source>Where letters look wrong, choose another encoding.</source>
        <translation>如果字母不对，请另选编码。</translation>
    </message>
    <message>
        <source>It can be learnt as running text.</source>
        <translation>它可以作为连续文本来学习。</translation>
    </message>
    <message>
        <source>More would take long and tell little more.</source>
        <translation>更多会很久，却没多少新信息。</translation>
    </message>
    <message>
        <source>If it is wrong, correct it.</source>
        <translation>如果不对，请更正。</translation>
    </message>
    <message>
        <source>Labels that are words are learnt best.</source>
        <translation>用词语作标签，学得最好。</translation>
    </message>
    <message>
        <source>The goal “As I like it” learns from both, which of them is better.</source>
        <translation>目标“按我的喜好”从两者中学习哪个更好。</translation>
    </message>
    <message>
        <source>They are trained as they stand, without thoughts (Qwen3) or a system turn before them (Mistral).</source>
        <translation>它们按原样训练，不带思考（Qwen3），前面也没有系统消息（Mistral）。</translation>
    </message>
    <message>
        <source>Other programs may show them.</source>
        <translation>其他程序可能会显示它们。</translation>
    </message>
    <message>
        <source>To learn each, give one exchange a row.</source>
        <translation>要学习每一个，请每行只放一次问答。</translation>
    </message>
    <message>
        <source>To learn which label a text has, read it as questions and answers.</source>
        <translation>要学习文本属于哪个标签，请按问题和回答来读取。</translation>
    </message>
    <message>
        <source>Give more good answers.</source>
        <translation>多提供一些好的回答。</translation>
    </message>
    <message>
        <source>Nothing is learnt from these.</source>
        <translation>不会从这些中学到任何东西。</translation>
    </message>
    <message>
        <source>Where that is not meant, take pairs of similar length.</source>
        <translation>如果这不是你想要的，请用长度相近的配对。</translation>
    </message>
    <message>
        <source>Close other programs that use it.</source>
        <translation>关闭其他正在使用它的程序。</translation>
    </message>
    <message>
        <source>Look for a newer driver.</source>
        <translation>找找有没有更新的驱动。</translation>
    </message>
    <message>
        <source>A newer driver may help.</source>
        <translation>更新驱动可能有用。</translation>
    </message>
    <message>
        <source>Export it as a whole model instead.</source>
        <translation>改为导出整个模型。</translation>
    </message>
    <message>
        <source>Choose the run that the folder was made of.</source>
        <translation>选择生成该文件夹的训练。</translation>
    </message>
    <message>
        <source>Bring the whole folder home.</source>
        <translation>把整个文件夹带回来。</translation>
    </message>
    <message>
        <source>Put the original data back.</source>
        <translation>把原来的数据放回去。</translation>
    </message>
    <message>
        <source>Train it here, or do without the others.</source>
        <translation>在这里训练，或不用其他的。</translation>
    </message>
    <message>
        <source>Choose another type for the file.</source>
        <translation>请为文件另选一种类型。</translation>
    </message>
    <message>
        <source>Start Ollama again, and try once more: nothing is sent twice.</source>
        <translation>重新启动 Ollama 再试一次：不会重复发送。</translation>
    </message>
    <message>
        <source>End that program, and start Ollama&apos;s own app.</source>
        <translation>结束那个程序，然后启动 Ollama 自己的应用。</translation>
    </message>
    <message>
        <source>Close other programs, or export it with a smaller type.</source>
        <translation>关闭其他程序，或用更小的类型导出。</translation>
    </message>
    <message>
        <source>Up to 80 letters, digits, dots and dashes will do.</source>
        <translation>最多 80 个字母、数字、点和短横。</translation>
    </message>
    <message>
        <source>Start Ollama&apos;s app, then try again.</source>
        <translation>启动 Ollama 程序，然后再试。</translation>
    </message>
    <message>
        <source>Export the run for Ollama again.</source>
        <translation>为 Ollama 再导出一次训练。</translation>
    </message>
    <message>
        <source>Export the run first; that can be uploaded.</source>
        <translation>先导出训练，那个可以上传。</translation>
    </message>
    <message>
        <source>Put the original file back; the run then continues from its last checkpoint.</source>
        <translation>把原来的文件放回去；训练就从上次保存的地方继续。</translation>
    </message>
    <message>
        <source>Choose its model, and give it beside that.</source>
        <translation>选择它的模型，再把它一并给出。</translation>
    </message>
    <message>
        <source>Unlock or install one, such as GNOME Keyring or KWallet.</source>
        <translation>解锁或安装一个，例如 GNOME Keyring 或 KWallet。</translation>
    </message>
    <message>
        <source>A network with a login page may be the cause.</source>
        <translation>原因可能是需要登录页面的网络。</translation>
    </message>
    <message>
        <source>Check the connection, the proxy and the address of the hub.</source>
        <translation>检查连接、代理和 hub 的地址。</translation>
    </message>
    <message>
        <source>Check the spelling. A private model needs an access token.</source>
        <translation>检查拼写。私有模型需要访问令牌。</translation>
    </message>
    <message>
        <source>Make room, choose a smaller file, or another disk.</source>
        <translation>腾出空间，选择更小的文件，或另选磁盘。</translation>
    </message>
    <message>
        <source>It has none at all.</source>
        <translation>它一个模型也没有。</translation>
    </message>
    <message>
        <source>Its models belong to another user, or lie elsewhere.</source>
        <translation>它的模型属于另一个用户，或在别处。</translation>
    </message>
    <message>
        <source>Delete it, or choose another folder for models.</source>
        <translation>删除它，或为模型另选文件夹。</translation>
    </message>
    <message>
        <source>Move it away, or choose another folder for models.</source>
        <translation>把它移走，或为模型另选文件夹。</translation>
    </message>
    <message>
        <source>Make one with the role “write” in the settings of your account on the hub.</source>
        <translation>在 hub 账号的设置里创建一个角色为“write”的令牌。</translation>
    </message>
    <message>
        <source>Export it again with a smaller type.</source>
        <translation>用更小的类型再导出一次。</translation>
    </message>
    <message>
        <source>Rows that are kept aside for the test are used for nothing else.</source>
        <translation>为测试留出的行不作他用。</translation>
    </message>
    <message>
        <source>Give questions, or ask some of the training.</source>
        <translation>请提供问题，或用训练中的一些问题来问。</translation>
    </message>
    <message>
        <source>A newer driver may help: the card is tested again by itself then.</source>
        <translation>更新驱动可能有用：之后会自动重新测试显卡。</translation>
    </message>
    <message>
        <source>In Ollama&apos;s app turn thinking off for this model.</source>
        <translation>请在 Ollama 的应用中为该模型关闭思考。</translation>
    </message>
    <message>
        <source>F16 rounds least.</source>
        <translation>F16 的舍入最少。</translation>
    </message>
    <message>
        <source>Where the folder is used, give the name of the original checkpoint.</source>
        <translation>在使用该文件夹的地方，请给出原始模型的名称。</translation>
    </message>
    <message>
        <source>Train it here, or on another computer.</source>
        <translation>在这里或在另一台电脑上训练。</translation>
    </message>
    <message>
        <source>Choose a type for the weights, or leave the samples out.</source>
        <translation>选择权重类型，或不要样本。</translation>
    </message>
    <message>
        <source>Turn thinking off for it in Ollama, or use LM Studio.</source>
        <translation>在 Ollama 中为它关闭思考，或使用 LM Studio。</translation>
    </message>
    <message>
        <source>Luthier itself can pass it to Ollama as it is.</source>
        <translation>Luthier 会自己原样交给 Ollama。</translation>
    </message>
    <message>
        <source>Choose one by its step.</source>
        <translation>按步选择一个。</translation>
    </message>
    <message>
        <source>Older ones are deleted as training goes on.</source>
        <translation>训练继续时，较旧的会被删除。</translation>
    </message>
    <message>
        <source>Begin with the model itself to choose it freely.</source>
        <translation>从模型本身开始，才能自由选择。</translation>
    </message>
    <message>
        <source>Choose another chat.</source>
        <translation>请选择另一个聊天记录。</translation>
    </message>
    <message>
        <source>Give texts or documents: .txt, .md, .pdf, .docx, .epub, .html, or a folder of these; or questions and answers, to be asked in other words.</source>
        <translation>请提供文本或文档：.txt、.md、.pdf、.docx、.epub、.html，或装有这些文件的文件夹；也可以提供要换种说法来问的问题和回答。</translation>
    </message>
    <message>
        <source>Take a model of 3 billion parameters or more.</source>
        <translation>请用 30 亿参数以上的模型。</translation>
    </message>
    <message>
        <source>The run has its checkpoint and can be resumed.</source>
        <translation>训练有检查点，可以继续。</translation>
    </message>
    <message>
        <source>They learn no more by it, and it takes time and memory.</source>
        <translation>它们不会因此学到更多，还要占用时间和内存。</translation>
    </message>
    <message>
        <source>A smaller context makes more rows.</source>
        <translation>上下文更小，行数就更多。</translation>
    </message>
    <message>
        <source>Begin a new run that starts from what this one has learnt.</source>
        <translation>开始一次新的训练，从这次学到的出发。</translation>
    </message>
    <message>
        <source>Choose a model with a longer context.</source>
        <translation>请选择上下文更长的模型。</translation>
    </message>
    <message>
        <source>Say which of them is you.</source>
        <translation>请说明其中哪位是您。</translation>
    </message>
    <message>
        <source>Move that file away, and make the rows again.</source>
        <translation>请移走该文件，再重新生成行。</translation>
    </message>
    <message>
        <source>Take them out first.</source>
        <translation>请先把它们取出来。</translation>
    </message>
    <message>
        <source>Choose a folder that Luthier made for a training.</source>
        <translation>选择 Luthier 为训练生成的文件夹。</translation>
    </message>
    <message>
        <source>Resume the run, even a finished one: it is written again.</source>
        <translation>继续训练，即使已完成：它会重新写入。</translation>
    </message>
    <message>
        <source>Choose another name, or resume the existing run.</source>
        <translation>请另取一个名称，或继续已有的训练。</translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller model or a shorter context.</source>
        <translation>关闭其他程序，或选择更小的模型或更短的上下文。</translation>
    </message>
    <message>
        <source>Nothing was done, and the next line is read.</source>
        <translation>什么也没做，接着读取下一行。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒词元数</translation>
    </message>
    <message>
        <source>planned {plan}</source>
        <translation>计划 {plan}</translation>
    </message>
    <message>
        <source>at most {peak}</source>
        <translation>最多 {peak}</translation>
    </message>
    <message>
        <source>{left} left</source>
        <translation>剩余 {left}</translation>
    </message>
    <message>
        <source>graphics card {used} of {total}</source>
        <translation>显卡 {used} / {total}</translation>
    </message>
    <message>
        <source>mean of the run</source>
        <translation>本次运行的平均值</translation>
    </message>
    <message>
        <source>processor {busy}</source>
        <translation>处理器 {busy}</translation>
    </message>
    <message>
        <source>mean {mean}</source>
        <translation>平均 {mean}</translation>
    </message>
    <message>
        <source>Slower than before: {now} tokens/s instead of {usual}.</source>
        <translation>比之前慢：{now} 词元/秒，之前为 {usual}。</translation>
    </message>
    <message>
        <source>The computer has {left} of memory left. Close other programs.</source>
        <translation>计算机只剩 {left} 内存。请关闭其他程序。</translation>
    </message>
    <message>
        <source>Training takes more than the {plan} that were planned. The computer has {left} left.</source>
        <translation>训练占用超过了计划的 {plan}。计算机还剩 {left}。</translation>
    </message>
    <message>
        <source>Nothing that Luthier can measure explains it.</source>
        <translation>Luthier 能测量的数据无法解释原因。</translation>
    </message>
    <message>
        <source>The memory is nearly full, and the system moves some of it to the disk.</source>
        <translation>内存几乎已满，系统正把一部分移到磁盘。</translation>
    </message>
    <message>
        <source>Other programs take {taken} of the processor.</source>
        <translation>其他程序占用了处理器的 {taken}。</translation>
    </message>
    <message>
        <source>The processor is at {celsius} °C, and slows down to cool.</source>
        <translation>处理器温度为 {celsius} °C，为降温而变慢。</translation>
    </message>
    <message>
        <source>The computer runs on its battery, and saves power.</source>
        <translation>计算机正在使用电池并节省电量。</translation>
    </message>
</context>
</TS>
